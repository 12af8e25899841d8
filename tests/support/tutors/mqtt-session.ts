/** A tutor's connection to the broker of a platform at a port of this machine, which does not come back by itself. */
import mqtt, { type MqttClient } from 'mqtt';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';

/**
 * `tab`: tells the connections of one browser apart. `isNamed`: the address names the site. Rejects where the broker
 * refuses or closes the connection.
 */
export async function connectTutor(
  port: number,
  accessToken: string,
  tab: string,
  { isNamed = true }: { isNamed?: boolean } = {},
): Promise<{ client: MqttClient; tutorId: string }> {
  const claims = readClaims(accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  const options = {
    protocolVersion: 5,
    clientId: mqttClientId(claims, tab),
    username: accessToken,
    password: accessToken,
    reconnectPeriod: 0,
  } as const;
  // Without retries: with them the library waits for ever where the connection is closed before it is answered.
  const url = `ws://127.0.0.1:${port}/mqtt${isNamed ? `/${claims.site}` : ''}`;
  const client = await mqtt.connectAsync(url, options, false);
  return { client, tutorId: claims.sub };
}
