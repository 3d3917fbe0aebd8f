/** A tab opened with the click itself: browsers block one that opens after an answer. */
export function openingTab() {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    show(address: string) {
      // Where no tab may be opened at all, the file takes this one.
      if (tab) tab.location.replace(new URL(address, location.origin).href)
      else location.assign(address)
    },
    close: () => tab?.close(),
  }
}
