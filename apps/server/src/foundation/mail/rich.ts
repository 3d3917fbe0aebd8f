import sanitize from 'sanitize-html'

/**
 * What somebody wrote in the rich editor, reduced to a short list of tags. Whatever else was sent,
 * by whichever program, is left out; only a link keeps an attribute.
 */
export interface Rich {
  html: string
  text: string
}

const tags = ['p', 'br', 'strong', 'em', 'h2', 'h3', 'ul', 'ol', 'li', 'a']
const schemes = ['http:', 'https:', 'mailto:', 'tel:']
const longestLink = 2000
const deepest = 12

/** Their content is no text for people. */
const unread =
  'script style noscript textarea option xmp svg math title template iframe object noembed noframes'

/** Not seen, but changing what is: they hide, break lines or turn them round. */
const unseen = new RegExp(
  [
    '[\\u00ad\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]',
    '[\\u{e0000}-\\u{e007f}]',
    '(?![\\t\\n\\r])\\p{Cc}',
  ].join('|'),
  'gu',
)

export function richFrom(given: string): Rich {
  const html = sanitize(given, {
    allowedTags: tags,
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: schemes.map((scheme) => scheme.slice(0, -1)),
    allowProtocolRelative: false,
    nonTextTags: unread.split(' '),
    nestingLimit: deepest,
    textFilter: (text) => text.replace(unseen, ''),
    transformTags: { b: 'strong', i: 'em', h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', a: link },
    // The words of a link that leads nowhere stay.
    exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !attribs.href && 'excludeTag',
  })
  const words = decoded(html.replace(/<[^>]*>/g, ' '))
  return { html, text: /[\p{L}\p{N}\p{P}\p{S}]/u.test(words) ? plain(html) : '' }
}

/** A mail has no address that a path could complete; a name before the host only deceives. */
function link(_tag: string, { href = '' }: sanitize.Attributes): sanitize.Tag {
  const address = href.replace(unseen, '').trim()
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isSafe = url && schemes.includes(url.protocol) && !url.username && !url.password
  if (!isSafe || url.href.length > longestLink) return { tagName: 'a', attribs: {} }
  return { tagName: 'a', attribs: { href: url.href, rel: 'noopener noreferrer', target: '_blank' } }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')

/** The same for whoever reads plain text: blocks apart, items marked, links written out. */
function plain(html: string): string {
  const lists: { ordered: boolean; count: number }[] = []
  let text = ''
  let href = ''
  let from = 0
  const parted = (lines: string) => {
    text = text.trimEnd() + lines
  }
  const begin: Record<string, (attributes: string) => void> = {
    br: () => parted('\n'),
    ul: () => lists.push({ ordered: false, count: 0 }),
    ol: () => lists.push({ ordered: true, count: 0 }),
    li() {
      const list = lists.at(-1) ?? { ordered: false, count: 1 }
      list.count += 1
      parted(list.count === 1 && lists.length === 1 ? '\n\n' : '\n')
      const mark = list.ordered ? `${list.count}.` : '-'
      text += `${'  '.repeat(Math.max(0, lists.length - 1))}${mark} `
    },
    a(attributes) {
      href = decoded(/href="([^"]*)"/.exec(attributes)?.[1] ?? '')
      from = text.length
    },
  }
  const end: Record<string, () => void> = {
    ul: () => lists.pop(),
    ol: () => lists.pop(),
    a() {
      text += said(text.slice(from), href)
    },
  }
  const pieces = html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)
  for (const [, close, tag = '', attributes = '', words = ''] of pieces) {
    if (close) end[tag]?.()
    else begin[tag]?.(attributes)
    if (blocks.includes(tag) && lists.length === 0) parted('\n\n')
    text += decoded(words).replace(/\s+/g, ' ')
  }
  return text.trim()
}
const blocks = ['p', 'h2', 'h3', 'ul', 'ol']

/** Where a link leads, unless its words say so already. */
function said(words: string, href: string) {
  const shown = words.trim()
  const bare = href.replace(/^(mailto|tel):/, '').replace(/\/$/, '')
  return [href, bare, bare.replace(/^https?:\/\//, '')].includes(shown) ? '' : ` (${href})`
}

/** How each tag looks in every mail program: most know no style sheets. */
const looks: Record<string, string> = {
  p: 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2933',
  h2: 'margin:8px 0 12px;font-size:22px;line-height:28px;color:#1f2933',
  h3: 'margin:8px 0 12px;font-size:18px;line-height:24px;color:#1f2933',
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  li: 'margin:0 0 4px;font-size:16px;line-height:24px;color:#1f2933',
  a: 'color:#0b6b50;text-decoration:underline',
}

/** Only for what `richFrom` gave: every tag there is written in one way. */
export const dressed = (html: string) =>
  html
    .replaceAll('<li><p>', `<li><p style="${looks.p?.replace('16px;', '0;')}">`)
    .replace(
      /<(p|h2|h3|ul|ol|li|a)(?=>| href)/g,
      (tag, name: string) => `${tag} style="${looks[name]}"`,
    )
