import { readFileSync } from 'node:fs'
import { failField } from '../../foundation/core/fail.ts'
import { say } from './sentences.ts'

/** Passwords that an attacker would try first; the file says where its words come from. */

const file = new URL('./common-passwords.txt', import.meta.url)
const common = new Set(
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
)

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const spelled = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign)
/** Without what people add at either end when a rule asks for digits and symbols. */
const core = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '')

const isCommon = (text: string) =>
  [text, spelled(text), core(text), core(spelled(text)), spelled(core(text))].some((word) =>
    common.has(word),
  )

/** One character repeated, a short piece repeated, or a run along the keyboard or alphabet. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+$/.test(text) || new Set(text).size < 4) return true
  const runs = ['0123456789012', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
  const both = [...runs, ...runs.map((run) => [...run].reverse().join(''))]
  let rest = text
  for (let size = text.length; size >= 4; size -= 1) {
    for (let at = 0; at + size <= rest.length; at += 1) {
      const piece = rest.slice(at, at + size)
      if (both.some((run) => run.includes(piece))) rest = rest.replace(piece, '')
    }
  }
  return rest.length <= 2
}

interface Owner {
  email: string
  first_name?: string
  last_name?: string
}

function isOwn(text: string, { email, first_name = '', last_name = '' }: Owner): boolean {
  const address = email.toLowerCase()
  const names = [first_name, last_name].map((name) => name.toLowerCase().replace(/\s/g, ''))
  const mine = [address, address.split('@')[0] as string, ...names, names.join('')]
  const bare = text.replace(/[\s._-]/g, '')
  return mine
    .map((word) => word.replace(/[\s._-]/g, ''))
    .filter((word) => word.length >= 3)
    .some((word) => {
      const rest = bare.replace(word, '')
      return rest !== bare && (rest.length < 5 || /^\d*\W*$/.test(rest))
    })
}

/** Refuses a password that somebody who knows the person, or nobody in particular, would guess. */
export function refuseWeak(password: string, owner: Owner) {
  const text = password.toLowerCase().trim()
  if (isCommon(text) || isPattern(text)) {
    failField('password', say.weak)
  }
  if (isOwn(text, owner)) {
    failField('password', say.ownName)
  }
}
