/** Describes the browser that this page runs in to the platform. */

type Browser = { userAgent: string; platform: string | undefined };

/** Returns the system's everyday name. */
export function systemName({ userAgent, platform }: Browser): string {
  if (platform) return platform;
  if (/CrOS/.test(userAgent)) return 'Chrome OS';
  if (/Android/.test(userAgent)) return 'Android';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'iOS';
  if (/Windows/.test(userAgent)) return 'Windows';
  if (/Mac OS X/.test(userAgent)) return 'macOS';
  return /Linux/.test(userAgent) ? 'Linux' : 'Unknown';
}

export function thisSystem(): string {
  const hints = (navigator as { userAgentData?: { platform?: string } }).userAgentData;
  return systemName({ userAgent: navigator.userAgent, platform: hints?.platform });
}
