/**
 * The targets of policies for a selection: the device, or the user if the directory has no device; on the
 * list of users, the selected users.
 */
import type { PolicyTarget } from '#rest/policies.ts';
import type { ActionTarget } from '../action-bar/action-target.ts';
import { targetKey } from './policy-changes.ts';

export type PolicyRecipient = { target: PolicyTarget; name: string };

export type PolicyRecipients = {
  /** Each target once, even if a user has several devices that the directory does not have. */
  recipients: readonly PolicyRecipient[];
  /** The names of targets that have neither: sessions on a device that the directory does not have. */
  without: readonly string[];
};

function targetOf(
  { deviceId, userId, recipient }: ActionTarget,
  isOfUsers: boolean,
): PolicyTarget | undefined {
  if (isOfUsers && userId !== undefined) return { kind: 'users', id: userId };
  if (deviceId !== undefined) return { kind: 'devices', id: deviceId };
  return userId === undefined || recipient?.authType === 'session'
    ? undefined
    : { kind: 'users', id: userId };
}

export function policyRecipients(targets: readonly ActionTarget[], isOfUsers = false): PolicyRecipients {
  const recipients = new Map<string, PolicyRecipient>();
  const without: string[] = [];
  for (const each of targets) {
    const target = targetOf(each, isOfUsers);
    if (target === undefined) without.push(each.name);
    else if (!recipients.has(targetKey(target)))
      recipients.set(targetKey(target), { target, name: each.name });
  }
  return { recipients: [...recipients.values()], without };
}
