import { useRouter } from '@tanstack/react-router';
import { devicePath } from '#domain/devices/device-path.ts';
import { shareOwn, shareStudent } from '#peer/share/sharing.ts';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import { ShareForm, type ShareFormProps } from './share-form.tsx';

const starts = { shareOwn, shareStudent };

function sharerPath({
  place,
  target,
  displayId,
  peerId,
}: Parameters<ShareFormProps['onStudentShared']>[0]): string | undefined {
  const { clientId, userId, authType } = target.recipient;
  if (authType === undefined) return undefined;
  return devicePath({
    authType,
    userId,
    clientId,
    deviceManagementId: target.deviceId,
    groupId: place.kind === 'group' ? place.groupId : undefined,
    search: { ...(displayId !== undefined && { displayId }), shareScreenPeer: peerId },
  });
}

export function ShareScreenDialog(props: ActionDialogProps) {
  const router = useRouter({ warn: false });
  return (
    <ShareForm
      {...props}
      starts={starts}
      canCapture={navigator.mediaDevices?.getDisplayMedia !== undefined}
      onStudentShared={(shared) => {
        const path = sharerPath(shared);
        if (path !== undefined) router.history.push(path);
      }}
    />
  );
}
