/** Saves received files in the browser's folder of downloads. */

/** Resolves with the id of the download, or undefined if the browser could not save the file. */
export async function saveFile(url: string, fileName: string): Promise<number | undefined> {
  try {
    const id = await chrome.downloads.download({
      url,
      filename: fileName,
      conflictAction: 'uniquify',
      saveAs: false,
    });
    return (await hasCompleted(id)) ? id : undefined;
  } catch {
    return undefined;
  }
}

function hasCompleted(downloadId: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isComplete: boolean) => {
      chrome.downloads.onChanged.removeListener(follow);
      resolve(isComplete);
    };
    const follow = ({ id, state }: chrome.downloads.DownloadDelta) => {
      if (id !== downloadId || state === undefined) return;
      if (state.current === 'complete') end(true);
      else if (state.current === 'interrupted') end(false);
    };
    chrome.downloads.onChanged.addListener(follow);
    // A small file may be complete already.
    void chrome.downloads.search({ id: downloadId }).then(([found]) => {
      if (found?.state === 'complete') end(true);
      else if (found === undefined || found.state === 'interrupted') end(false);
    });
  });
}
