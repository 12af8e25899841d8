/** Files and screens from peer to peer. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '#protocol/action.ts';
import type { AgentRow } from './agent-row.ts';
import type { ClassTutor } from './class-tutor.ts';
import { eventually } from './eventually.ts';

const TIMEOUT_MS = 20_000;

/** Sends a file of this name to the downloads of the agent. Returns its content's hash. */
async function sendFile(tutor: ClassTutor, name: string): Promise<string> {
  const peer = await tutor.peer();
  const content = new TextEncoder().encode(`${name}: bring your books.`.repeat(40_000));
  const file = { id: randomUUID(), name, size: content.length };
  peer.offerFile(file, content);
  const wanted = { files: [file], filePath: '%downloads%', peerId: peer.address };
  await finished(tutor, await tutor.act('transferFiles', wanted));
  return peer.hashOf(content);
}

/** Resolves when a transfer is done; rejects if it ends otherwise. */
async function finished(tutor: ClassTutor, id: string): Promise<void> {
  const hasEnded = ({ transfer }: Reply) => transfer !== 'accepted';
  const end = await tutor.reply(id, hasEnded);
  assert.deepEqual([end.ok, end.transfer], [true, 'done']);
}

export const peerRows: readonly AgentRow[] = [
  {
    name: 'an agent takes a file of a tutor, complete',
    needs: ['transferFiles', 'peers'],
    async run(tutor, { view }) {
      const name = `note-${randomUUID().slice(0, 8)}.txt`;
      const sha256 = await sendFile(tutor, name);
      const isComplete = (files: readonly object[]) =>
        files.some((file) => JSON.stringify(file) === JSON.stringify({ name, sha256 }));
      await eventually('the file', view.receivedFiles, isComplete);
    },
  },
  {
    name: 'an agent hands out the file that it lists',
    needs: ['transferFiles', 'retrieveFiles', 'collectFiles', 'folders', 'peers'],
    async run(tutor) {
      const name = `essay-${randomUUID().slice(0, 8)}.txt`;
      const sent = await sendFile(tutor, name);
      const { files = [] } = await tutor.ask('retrieveFiles', {
        filePatterns: [name],
        folderPath: '%downloads%',
      });
      const [selectedFile] = files;
      assert.equal(selectedFile?.fileName, name);
      const peer = await tutor.peer();
      const hash = peer.takeFile();
      await finished(tutor, await tutor.act('collectFiles', { selectedFile, peerId: peer.address }));
      assert.equal(await hash(), sent);
      const gone = { ...selectedFile, fileName: `gone-${name}` };
      const id = await tutor.act('collectFiles', { selectedFile: gone, peerId: peer.address });
      await tutor.reply(id, ({ code }) => code === 'no-file');
    },
  },
  {
    name: 'an agent shows its screen live until the tutor hangs up',
    needs: ['liveScreen', 'pictures', 'peers'],
    async run(tutor) {
      const peer = await tutor.peer();
      const screen = peer.watchScreen();
      assert.equal((await tutor.ask('liveScreen', { peerId: peer.address })).ok, true);
      await eventually('frames of the screen', screen.frames, (count) => count > 3, TIMEOUT_MS);
      screen.hangUp();
    },
  },
  {
    name: 'an agent shows the screen of the tutor until the tutor stops',
    needs: ['broadcast', 'stopShareScreen', 'peers'],
    async run(tutor, { view }) {
      await tutor.demand('statuses');
      const peer = await tutor.peer();
      const session = { id: randomUUID(), peerId: peer.address, tutorName: 'Anna' };
      const stop = peer.showPicture(session.id);
      try {
        const before = await view.broadcastFrames();
        assert.equal((await tutor.ask('broadcast', { session })).ok, true);
        await eventually(
          'frames of the tutor',
          view.broadcastFrames,
          (count) => count > before + 3,
          TIMEOUT_MS,
        );
        await tutor.record('statuses', ({ screenShared }) => screenShared);
        await tutor.ask('stopShareScreen', { sessionId: session.id });
        await tutor.record('statuses', ({ screenShared }) => !screenShared);
      } finally {
        stop();
      }
    },
  },
  {
    name: 'an agent shares its screen until the tutor stops it',
    needs: ['shareScreen', 'stopShareScreen', 'pictures', 'peers'],
    async run(tutor) {
      await tutor.demand('statuses');
      const peer = await tutor.peer();
      const screen = peer.watchScreen();
      const session = { id: randomUUID(), peerId: peer.address, tutorName: 'Anna' };
      assert.equal((await tutor.ask('shareScreen', { session })).ok, true);
      await eventually('frames of the screen', screen.frames, (count) => count > 3, TIMEOUT_MS);
      await tutor.record('statuses', ({ shareScreen }) => shareScreen);
      await tutor.ask('stopShareScreen', { sessionId: session.id });
      await tutor.record('statuses', ({ shareScreen }) => !shareScreen);
      screen.hangUp();
    },
  },
];
