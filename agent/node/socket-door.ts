/** WebSockets of agents in Node. No other file of this floor imports `ws`. */
export { WebSocket, WebSocketServer } from 'ws';
