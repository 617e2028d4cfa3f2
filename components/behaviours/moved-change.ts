/** Opens the page of an older release if the address names one of its changes, which was on the changelog's page before. */
export function openMovedChange(): void {
  const { pathname, hash } = location;
  if (pathname === "/changelog" && hash && !document.querySelector(":target")) {
    location.replace(`${pathname}/${hash.slice(1)}${hash}`);
  }
}
