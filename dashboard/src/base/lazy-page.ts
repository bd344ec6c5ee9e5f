import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a page could not be loaded: the server is unreachable or was upgraded. */
export class PageNotLoaded extends Error {
  readonly page: string;

  constructor(page: string, cause: unknown) {
    super('The code of this page is missing on the server. Try again, or restart the server.', { cause });
    this.name = 'PageNotLoaded';
    this.page = page;
  }
}

export type PageModule = Record<string, (props: object) => React.ReactNode>;

/**
 * A page whose code is loaded when it is first opened. It throws its own error, because after a failed import the router
 * reloads the page, which shows the browser's error page if the server is stopped.
 */
export function lazyPage<Module extends PageModule>(load: () => Promise<Module>, name: keyof Module & string) {
  return lazyRouteComponent<Module, typeof name>(async () => {
    try {
      const module = await load();
      sessionStorage.removeItem(reloadKey(name));
      return module;
    } catch (error) {
      throw new PageNotLoaded(name, error);
    }
  }, name);
}

/** Why the code of a page could not be loaded, or `reloading` while the page reloads. */
export type LoadFailure = 'unreachable' | 'missing' | 'reloading';

/** Reloads to get the new file names after an upgrade. Only once per page, to avoid a loop if a file is missing. */
export async function reloadOnce(page: string): Promise<LoadFailure> {
  if (sessionStorage.getItem(reloadKey(page)) !== null) return (await isServed()) ? 'missing' : 'unreachable';
  const outcome = await reloadIfServed();
  if (outcome === 'reloading') sessionStorage.setItem(reloadKey(page), '');
  return outcome;
}

export async function reloadIfServed(): Promise<LoadFailure> {
  if (!(await isServed())) return 'unreachable';
  window.location.reload();
  return 'reloading';
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function reloadKey(page: string): string {
  return `reloaded for ${page}`;
}
