/** As much of simple-peer 9 as is used; its main entry does not run in browsers, this build does. */
declare module 'simple-peer/simplepeer.min.js' {
  const SimplePeer: new (
    options: import('../../peer/simple-peer.ts').NewPeerOptions,
  ) => import('../../peer/simple-peer.ts').SimplePeerInstance;
  export default SimplePeer;
}
