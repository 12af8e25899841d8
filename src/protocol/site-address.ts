/**
 * The address of one site at the broker or the peer server. A load balancer routes by its path, so every
 * client of a site has to write it in the same way.
 */

/**
 * `base`: MQTT_URL or PEER_SERVER of the tenant's configuration. If it ends with `/`, the site is appended.
 * Any other address serves all sites.
 */
export const siteAddress = (base: string, site: string): string =>
  base.endsWith('/') ? `${base}${encodeURIComponent(site)}` : base;
