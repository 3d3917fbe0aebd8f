/** A tab opened by the click itself: browsers block one opened later, after an answer. */
export function openingTab() {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    show(address: string) {
      // Where no tab may be opened at all, the file opens in this one.
      if (tab) tab.location.replace(new URL(address, location.origin).href)
      else location.assign(address)
    },
    close: () => tab?.close(),
  }
}
