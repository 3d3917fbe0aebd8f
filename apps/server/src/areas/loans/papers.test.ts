// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { bytesOf } from '../../test/exported.ts'
import { type Borrowing, lend, openBorrowing } from '../../test/loans.ts'
import { runMonth, terminate } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { notifyOfClaims } from './leaving.ts'

/** The lender's file, the borrower's statement, and what is told when somebody leaves. */

const { loans, returns, loanStatements } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })

test('the remittance of a month is what was deducted, by loans, payslips and file', async () => {
  const office = await openBorrowing(world)
  const { primary } = office
  await lend(office)
  await lend(office, { product_id: 2, amount: 12_000, term_months: 3 })
  const run = await runMonth(primary, 'March', 2026)
  const make = (name: string) =>
    primary.call(returns.make, {
      params: { month: '2026-03' },
      body: { type: 'remittance', name, extension: 'csv' },
    })
  const before = (await primary.call(loans.remittances)).body
  expect(before).toEqual([
    {
      ...{ month: '2026-03', product: 'Check-Off Loan', owed_to: 'lender', people: 1 },
      ...{ deducted: 12_680, on_payslips: 12_680, remitted: null },
    },
    {
      ...{ month: '2026-03', product: 'Water Tank Loan', owed_to: 'lender', people: 1 },
      ...{ deducted: 6_400, on_payslips: 6_400, remitted: null },
    },
  ])
  const made = await make('Check-Off Loan')
  const lines = (await bytesOf(world, primary, made.body)).toString('utf8').split('\r\n')
  const head = lines.find((line) => line.includes('STAFF NUMBER'))
  expect(head).toMatch(/INSTALMENT,BALANCE$/)
  expect(lines.find((line) => line.includes('Wambui'))).toMatch(/,12680\.00,25360\.00$/)
  const [after] = (await primary.call(loans.remittances)).body
  expect(after).toMatchObject({ deducted: 12_680, on_payslips: 12_680, remitted: 12_680 })
  const finance = await world.as('finance', office.organization)
  expect((await finance.call(loans.remittances)).status).toBe(200)
  expect((await office.borrower.call(loans.remittances)).status).toBe(403)
  // Reversed, nothing was deducted, and the file is withdrawn.
  await primary.call(contract.payrolls.reverse, { ...one(run.id), body: { reason: 'Too early' } })
  expect((await primary.call(loans.remittances)).body).toEqual([])
})

test('the home of the borrower shows what is owed and what is taken next', async () => {
  const office = await openBorrowing(world)
  const cards = async () => {
    const { body } = await office.borrower.call(contract.dashboard.home)
    return body.cards.filter(({ key }) => key === 'loans')
  }
  expect(await cards()).toEqual([])
  await lend(office)
  expect(await cards()).toMatchObject([
    {
      ...{ key: 'loans', amount: 38_040, link: '/my-loans' },
      text: { en: 'Next instalment Ksh 12,680, March 2026' },
    },
  ])
  const { id } = (await office.borrower.call(loans.list)).body[0] ?? { id: '' }
  await office.primary.call(loans.repay, {
    ...one(id),
    body: { amount: 680, day: '2026-03-10', reference: 'QK1' } as never,
  })
  expect(await cards()).toMatchObject([{ text: { en: 'Next instalment Ksh 12,000, March 2026' } }])
  await runMonth(office.primary, 'March', 2026)
  expect(await cards()).toMatchObject([
    { amount: 25_360, text: { en: 'Next instalment Ksh 12,680, April 2026' } },
  ])
})

test('the statement is for the borrower and for staff', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  await runMonth(office.primary, 'March', 2026)
  const ask = (by: Caller) => by.call(loanStatements.file, one(id))
  const reply = await ask(office.borrower)
  expect(reply.body.name).toBe('Loan-Statement-Mwangi-2026-03-10.pdf')
  const pdf = Buffer.from(reply.body.file.split(',')[1] ?? '', 'base64')
  const text = wordsOf(pdf).join(' ')
  for (const words of ['Loan Statement', 'Wambui Mwangi', '38,040.00', '25,360.00', 'March 2026']) {
    expect(text).toContain(words)
  }
  expect(text).toMatch(/21,400\.00 settles this loan/)
  expect((await ask(office.primary)).status).toBe(200)
  expect((await ask(office.guarantors[0] as Caller)).status).toBe(403)
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await ask(stranger)).status).toBe(404)
  await office.borrower.call(contract.auth.setLanguage, { body: { language: 'sw' } })
  // The borrower's language, whoever prints it.
  const { body } = await ask(office.primary)
  const swahili = wordsOf(Buffer.from(body.file.split(',')[1] ?? '', 'base64')).join(' ')
  for (const told of ['Taarifa ya Akaunti ya Mkopo', 'Machi 2026', 'Salio', '25,360.00']) {
    expect(swahili).toContain(told)
  }
  expect(swahili).toMatch(/21,400\.00 italipa mkopo huu wote/)
  expect(swahili).not.toMatch(/Balance|Instalment|March|Total|settles/)
})

/** The bell and the letter, as somebody hears them who reads Swahili. */
async function tellsInSwahili(guarantor: Borrowing['borrower']) {
  const { data } = (await guarantor.call(contract.notifications.list)).body
  expect(data.map(({ title, text }) => `${title}: ${text}`).sort()).toEqual([
    expect.stringMatching(
      /^Mkopo uliodhamini haujalipwa: Wambui Mwangi ameondoka kazini, na Ksh .+ haijalipwa\.$/,
    ),
    expect.stringMatching(
      /^Ombi la udhamini: Wambui Mwangi .* kwa mkopo: Ksh [\d,]+ pamoja na riba\.$/,
    ),
  ])
  const [login] = await world.rows(
    'select u.email from users u join memberships m on m.user_id = u.id where m.employee_id = $1',
    [guarantor.id],
  )
  const [letter] = await world.mails(login.email)
  expect(letter?.subject).toBe('Mkopo uliodhamini haujalipwa')
  expect(letter?.text).toContain('Ulikubali kudhamini mkopo huu.')
  expect(letter?.text).not.toMatch(/\b(the|has|you)\b/)
}

test('who leaves with a loan becomes a claim, and the guarantors hear of it once', async () => {
  const office = await openBorrowing(world)
  const guarantor = office.guarantors[0] as Borrowing['borrower']
  const reader = office.guarantors[1] as Borrowing['borrower']
  await reader.call(contract.auth.setLanguage, { body: { language: 'sw' } })
  const { id } = await lend(office)
  await terminate(office.primary, office.borrower.id, '2026-03-09')
  const news = async (by: Caller) =>
    (await by.call(contract.notifications.list)).body.data.map(({ title }) => title)
  await world.work(notifyOfClaims)
  // The final pay is still to come.
  expect(await news(guarantor)).not.toContain('A loan you guarantee is not repaid')
  const run = await runMonth(office.primary, 'March', 2026)
  expect(run.payslips).toHaveLength(3)
  await world.work(notifyOfClaims)
  await world.work(notifyOfClaims)
  const heard = (await news(guarantor)).sort()
  expect(heard).toEqual(['A loan you guarantee is not repaid', 'Guarantor request'])
  expect(await news(office.primary)).toContain('A loan became a claim')
  const [login] = await world.rows(
    'select u.email from users u join memberships m on m.user_id = u.id where m.employee_id = $1',
    [guarantor.id],
  )
  const letters = await world.mails(login.email)
  expect(letters.map(({ subject }) => subject)).toEqual(['A loan you guarantee is not repaid'])
  const claim = (await office.primary.call(loans.get, one(id))).body
  // The money came a day after the last one: two of three months had not begun.
  expect(claim.outstanding).toBeCloseTo(34_080 - claim.deducted, 2)
  expect(letters[0]?.text).toContain(claim.outstanding.toLocaleString('en'))
  await tellsInSwahili(reader)
  const { body } = await office.primary.call(loans.standing, one(office.borrower.id))
  const { outstanding } = (await office.primary.call(loans.get, one(id))).body
  expect(outstanding).toBeGreaterThan(0)
  expect(body.owed).toBe(outstanding)
})

test('without final pay, a claim leaves out interest of months that had not begun, once', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  await terminate(office.primary, office.borrower.id, '2026-03-20')
  await world.work(notifyOfClaims)
  const owed = async () =>
    (await world.rows('select outstanding from loans where id = $1', [id]))[0]
  expect(await owed()).toEqual({ outstanding: '38040.00' })
  // A month later nobody has paid them.
  world.setTime('2026-04-25T09:00:00Z')
  try {
    await world.work(notifyOfClaims)
    await world.work(notifyOfClaims)
    expect(await owed()).toEqual({ outstanding: '34080.00' })
  } finally {
    world.setTime('2026-03-10T09:00:00Z')
  }
})
