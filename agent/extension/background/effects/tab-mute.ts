/** Mutes every tab, those that open later, and those that the student turns on again. */

export function createTabMute() {
  let isMuted: boolean | undefined;

  const mute = (tabId: number): void => void chrome.tabs.update(tabId, { muted: true }).catch(() => {});

  chrome.tabs.onCreated.addListener(({ id }) => {
    if (isMuted && id !== undefined) mute(id);
  });
  chrome.tabs.onUpdated.addListener((tabId, { mutedInfo }) => {
    if (isMuted && mutedInfo?.muted === false) mute(tabId);
  });

  async function muteAll(): Promise<void> {
    for (const { id, mutedInfo } of await chrome.tabs.query({}))
      if (isMuted && id !== undefined && !mutedInfo?.muted) mute(id);
  }

  /** A tab that the student has muted stays muted. */
  async function unmuteAll(): Promise<void> {
    for (const { id, mutedInfo } of await chrome.tabs.query({})) {
      const isOurs = mutedInfo?.muted && mutedInfo.extensionId === chrome.runtime.id;
      if (!isMuted && id !== undefined && isOurs)
        await chrome.tabs.update(id, { muted: false }).catch(() => {});
    }
  }

  return {
    follow(next: boolean): void {
      if (next === isMuted) return;
      isMuted = next;
      void (next ? muteAll() : unmuteAll());
    },
  };
}
