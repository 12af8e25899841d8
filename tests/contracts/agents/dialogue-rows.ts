/** Questions to the student, and the chat. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '#protocol/action.ts';
import { roomFilter, roomTopic } from '#protocol/topics.ts';
import type { AgentRow } from './agent-row.ts';
import type { ClassTutor } from './class-tutor.ts';
import { eventually, isMissing, isTrue } from './eventually.ts';

const feedback = (wanted: string) => (reply: Reply) => reply['feedback-type'] === wanted;

/** Creates a room for the person at the device, and collects its messages. */
async function openRoom(tutor: ClassTutor) {
  const members = { users: [tutor.self.userId], groups: [], tutors: [] };
  const room = { type: 'text-chat', name: `Suite ${randomUUID().slice(0, 8)}`, members };
  const { id } = (await tutor.rest('POST', '/live-rooms', room)) as { id: string };
  const heard: { type: string; userId?: string; message?: string }[] = [];
  tutor.client.on('message', (topic, payload) => {
    const [, , rooms, roomId, type = ''] = topic.split('/');
    if (rooms === 'live-rooms' && roomId === id) heard.push({ type, ...JSON.parse(String(payload) || '{}') });
  });
  await tutor.client.subscribeAsync(roomFilter(tutor.scope, id), { qos: 1 });
  return { id, heard };
}

export const dialogueRows: readonly AgentRow[] = [
  {
    name: 'an agent asks its student, who answers and changes the answer',
    needs: ['poll'],
    async run(tutor, { view, student }) {
      const poll = {
        id: randomUUID(),
        question: 'Which is a volcano?',
        answers: ['Etna', 'Po'],
        multiselect: false,
      };
      const id = await tutor.act('poll', poll);
      await tutor.reply(id, feedback('shown'));
      await eventually('the question', view.question, (question) => question === poll.question);
      await student.answerPoll('B');
      assert.equal((await tutor.reply(id, feedback('answered'))).answer, 'B');
      await student.answerPoll('A');
      assert.equal((await tutor.reply(id, feedback('changed'))).answer, 'A');
      await tutor.ask('poll', { id: poll.id, finish: true });
      await eventually('the end of the question', view.question, isMissing);
    },
  },
  {
    name: 'an agent takes an answer in words',
    needs: ['poll'],
    async run(tutor, { view, student }) {
      const poll = { id: randomUUID(), question: 'Why?', answers: [] };
      const id = await tutor.act('poll', poll);
      await eventually('the question', view.question, (question) => question === poll.question);
      await student.answerPoll('Because both sides stay equal');
      const { answer } = await tutor.reply(id, feedback('answered'));
      assert.equal(answer, 'Because both sides stay equal');
      await tutor.ask('poll', { id: poll.id, finish: true });
    },
  },
  {
    name: 'an agent asks its student for a name and carries it',
    needs: ['requestName'],
    async run(tutor, { view, student }) {
      await tutor.demand('info');
      await tutor.demand('statuses');
      const id = await tutor.act('requestName');
      await tutor.record('statuses', ({ nameModal }) => nameModal);
      await eventually('the question', view.isNameRequested, isTrue);
      await student.giveName('Sam');
      assert.equal((await tutor.reply(id, ({ name }) => name !== undefined)).name, 'Sam');
      await tutor.record('info', ({ user }) => user?.name === 'Sam');
    },
  },
  {
    name: 'an agent asks its student for the whole screen',
    needs: ['fullScreen'],
    async run(tutor, { student }) {
      await tutor.demand('statuses');
      const id = await tutor.act('fullScreen', { enabled: true });
      await tutor.record('statuses', ({ fullScreen }) => fullScreen === 'requested');
      await student.decideFullScreen(false);
      await tutor.reply(id, ({ code }) => code === 'cancelled');
      await tutor.ask('fullScreen', { enabled: false });
    },
  },
  {
    name: 'an agent opens a chat room in which tutor and student write',
    needs: ['openChatRoom'],
    async run(tutor, { view, student }) {
      const { id, heard } = await openRoom(tutor);
      assert.equal((await tutor.ask('openChatRoom', { roomId: id })).ok, true);
      await eventually(
        'the open room',
        () => view.roomLines(id),
        (lines) => lines !== undefined,
      );
      const hello = { id: randomUUID(), message: 'Is it Etna?' };
      await tutor.client.publishAsync(roomTopic(tutor.scope, id, 'send-message'), JSON.stringify(hello), {
        qos: 1,
      });
      await eventually(
        'the message',
        () => view.roomLines(id),
        (lines) => lines?.includes('Is it Etna?') === true,
      );
      await student.sendInRoom(id, 'Yes, it is');
      const isAnswer = ({ type, message, userId }: (typeof heard)[number]) =>
        type === 'messages' && message === 'Yes, it is' && userId === tutor.self.userId;
      await eventually('the answer', () => heard.some(isAnswer), isTrue);
      await student.leaveRoom(id);
      await eventually('the closed room', () => view.roomLines(id), isMissing);
      const hasLeft = ({ type, userId }: (typeof heard)[number]) =>
        type === 'disconnect' && userId === tutor.self.userId;
      await eventually('the student has left', () => heard.some(hasLeft), isTrue);
    },
  },
];
