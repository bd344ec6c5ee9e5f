import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a page did not arrive: the server does not answer, or no longer has this version. */
export class PageNotLoaded extends Error {
  readonly page: string;

  constructor(page: string, cause: unknown) {
    super('The server does not have the code of this page. Try again, or restart the server.', { cause });
    this.name = 'PageNotLoaded';
    this.page = page;
  }
}

type PageModule = Record<string, (props: object) => React.ReactNode>;

/**
 * A page whose code is fetched when it is first opened. The error is our own because the router answers a failed import
 * by a reload at once, which leaves the browser's own error page while the server is stopped.
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

/** Why a page stays unloaded: `reloading` means that it does not. */
export type LoadFailure = 'unreachable' | 'missing' | 'reloading';

/** After an upgrade the files have new names, which a reload learns. Once per page, so that a missing file is no loop. */
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
