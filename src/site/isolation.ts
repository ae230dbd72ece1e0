/** Isolation from other sites, without which threads cannot share memory. If the server sends no headers for it, the service worker does. */

/** Marks a visit that has been loaded again, so that it is not loaded a third time if that did not isolate it. */
const RELOADED = 'antipode-reloaded';

/** Starts the service worker, which also keeps the site for visits without a network. The first visit is loaded again, with its headers. */
export async function isolate(): Promise<void> {
  // None if the page is a file, or if the browser keeps nothing of a site.
  if (!location.protocol.startsWith('http') || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('service-worker.js');
    if (crossOriginIsolated) return sessionStorage.removeItem(RELOADED);
    if (sessionStorage.getItem(RELOADED) !== null || !(await isActive(registration))) return;
    sessionStorage.setItem(RELOADED, '');
  } catch {
    return;
  }
  location.reload();
  await new Promise(() => {});
}

/** Waits until the service worker is active. @returns false if it could not be installed */
function isActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<boolean> {
  const worker = active ?? waiting ?? installing;
  return new Promise((resolve) => {
    const look = () => {
      if (worker?.state === 'activated') resolve(true);
      if (worker === null || worker.state === 'redundant') resolve(false);
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}
