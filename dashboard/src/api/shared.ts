const KEY = 'shared';

/** Whether this tab shows a page that was opened with a share link. It survives a reload. */
export function isShared(): boolean {
  return globalThis.sessionStorage?.getItem(KEY) === 'yes';
}

export function enterShared(): void {
  sessionStorage.setItem(KEY, 'yes');
}

export function leaveShared(): void {
  sessionStorage.removeItem(KEY);
}
