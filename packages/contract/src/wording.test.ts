import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AreaCalls, mayCall } from './endpoint.ts'
import { contract } from './index.ts'
import { detailProposalInput } from './my-details.ts'
import { englishOf, sentencesOf } from './say.ts'
import { inSwahili, sentenceOf } from './wording.sw.ts'
import { fieldWords } from './wording.ts'

test('a sentence has its code, its values and both languages', () => {
  const say = sentencesOf('loans', {
    repaid: { en: 'It is repaid.', sw: 'Umelipwa.' },
    owed: ({ most }: { most: number }) => ({ en: `${most} is owed.`, sw: `Deni ni ${most}.` }),
  })
  expect(say.repaid).toEqual({ code: 'loans.repaid', en: 'It is repaid.', sw: 'Umelipwa.' })
  expect(say.owed({ most: 5 })).toEqual({
    code: 'loans.owed',
    values: { most: 5 },
    en: '5 is owed.',
    sw: 'Deni ni 5.',
  })
  const staff = englishOf('billing', { none: 'There is none.' })
  expect(staff.none).toEqual({ code: 'billing.none', en: 'There is none.' })
})

test('Swahili that is missing does not compile', () => {
  // @ts-expect-error
  sentencesOf('loans', { repaid: { en: 'It is repaid.' } })
})

test('what a schema says is found by the sentence, with its values', () => {
  expect(sentenceOf(fieldWords.tooLong({ label: 'Address', most: 200 }))).toEqual({
    code: 'fields.tooLong',
    values: { label: 'Address', most: 200 },
    en: 'Address can have at most 200 characters.',
    sw: 'Anwani: herufi zisizidi 200.',
  })
  const { error } = detailProposalInput.safeParse({ address: 'x'.repeat(201), phone: 7 })
  expect(error?.issues.map(({ message }) => inSwahili(message))).toEqual([
    'Simu: sehemu hii inahitajika.',
    'Anwani: herufi zisizidi 200.',
  ])
})

test('a field without Swahili has no sentence in Swahili', () => {
  expect(inSwahili(fieldWords.required({ label: 'Casual No' }))).toBeUndefined()
  expect(sentenceOf('The moon is full tonight.').code).toBe('fields.other')
})

const odd = [
  ...[
    undefined,
    null,
    true,
    '',
    ' ',
    'x',
    '12x',
    'a\u0000b',
    'www.example.com',
    'x'.repeat(30_000),
  ],
  ...[-1, 0, 1.2345, 1e15, [], {}, '2026-02-30', 'data:image/png;base64,*', '0712', '0'.repeat(60)],
]
/** Whoever registers an organisation reads English, as all staff do. */
const ofStaff = ['organizations.register']
const mine = Object.entries(contract as Record<string, AreaCalls>).flatMap(([area, calls]) =>
  Object.entries(calls)
    .filter(([, call]) => mayCall(call, { role: 'employee', holds: () => false }))
    .map(([name, call]) => ({ name: `${area}.${name}`, call }))
    .filter(({ name }) => !ofStaff.includes(name)),
)

/** The same odd value in every field, and in every field of what is within. */
function filled(schema: z.ZodType, value: unknown): unknown {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const fill = (fields: object): unknown =>
    Object.fromEntries(
      Object.entries(fields).map(([field, { properties: within, anyOf = [] }]) => {
        const inner =
          within ?? anyOf.find((one: { properties?: object }) => one.properties)?.properties
        return [field, inner ? fill(inner) : value]
      }),
    )
  return fill(properties ?? {})
}

test.each(mine)('what $name says to odd values is said in Swahili too', ({ call }) => {
  const told = [call.body, call.query].flatMap((schema) =>
    schema
      ? odd.flatMap((value) => schema.safeParse(filled(schema, value)).error?.issues ?? [])
      : [],
  )
  const lacking = told.filter(({ message }) => !inSwahili(message)).map(({ message }) => message)
  expect([...new Set(lacking)]).toEqual([])
})
