/** What the fields of a bank say, by its English word. */
export const bankWords: Record<string, string> = {
  'Type to search...': 'Andika ili kutafuta...',
  'No bank of this name': 'Hakuna benki ya jina hili',
  'not in the list': 'haimo kwenye orodha',
  Clear: 'Futa',
  'Bank code': 'Msimbo wa benki',
  'Branch code': 'Msimbo wa tawi',
}
