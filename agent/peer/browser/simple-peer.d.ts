/** The used part of simple-peer 9. Its main entry does not run in browsers, but this build does. */
declare module 'simple-peer/simplepeer.min.js' {
  const SimplePeer: new (
    options: import('../simple-peer.ts').NewPeerOptions,
  ) => import('../simple-peer.ts').SimplePeerInstance;
  export default SimplePeer;
}
