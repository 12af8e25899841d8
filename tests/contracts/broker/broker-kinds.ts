/** The brokers that the same tests are run against. */
import { type StartBroker, startBroker } from './broker-harness.ts';
import { startMosquittoBroker } from './mosquitto-harness.ts';

export const BROKERS: readonly { name: 'the embedded broker' | 'Mosquitto'; start: StartBroker }[] = [
  { name: 'the embedded broker', start: startBroker },
  { name: 'Mosquitto', start: startMosquittoBroker },
];
