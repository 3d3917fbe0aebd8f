import { contract } from '@mshahara/contract'
import { type Endpoint, mayCall } from '@mshahara/contract/endpoint'
import { expect, test } from 'vitest'
import { inSwahili, swahili } from '../apps/web/src/lib/refusals.sw.ts'
import { workingInSwahili, workings } from '../apps/web/src/lib/workings.sw.ts'
import { placesIn, placesOfCalls, placesOfConstraints, sentencesFrom } from './said-to-employees.ts'

/** What employees may call but have no screen for: registering, the simulator, other pages. */
const elsewhere = [
  'settings.simulate',
  'organizations.register',
  'auth.signup',
  'auth.sso',
  'massEmails.subscription',
  'massEmails.subscribe',
  'payslips.verify',
  'payslips.verifyNet',
]

/** Made by `rowsOf` or `crud`, which say nothing of their own, or without a refusal. */
const unnamed = [
  'allowances.list',
  'auth.acceptMembership',
  'auth.declineMembership',
  'auth.profileOf',
  'dashboard.get',
  'dashboard.home',
  'deductions.list',
  'incomes.list',
  'leaveCalendar.get',
  'loanStatements.file',
  'organizations.bankNames',
  'organizations.banks',
  'payslips.generate',
  'revenues.list',
  'subscriptions.current',
]

const everyCall = [
  'core/fail.ts',
  'core/attempts.ts',
  'http/admit.ts',
  'http/bodies.ts',
  'http/gate.ts',
  'http/idempotency.ts',
].flatMap((file) => placesIn(`apps/server/src/${file}`))
const constraints = ['leave', 'loans', 'my-details', 'users'].flatMap(placesOfConstraints)

/** Documents, letters, lines of the law and states of runs: nothing that refuses an employee. */
const documents = new RegExp(
  [
    '/(mail|paper|sheets|pay|database|jobs|templates)/',
    '/(letters|tell|slips|card|card-\\w+|figures|run-states|warnings|db)\\.ts$',
    '/sentences\\.ts$',
    'contract/src/(everywhere|wording|wording\\.sw|payroll-variance|constants|permissions|index)\\.ts$',
    'packages/engine',
  ].join('|'),
)

/** For staff, programs, the log or the ledger, in the same files. */
const notForThem = new Set([
  'Carried days that were taken in time',
  'Given back after carried days had expired',
  'Leave pay beyond this year has to be approved by name.',
  'This year is over: no balance is opened for it any more.',
  'No balance is opened for a year after the next one.',
  'Days of a year that has not begun are not paid out.',
  'Somebody else is paying these days out. Please try again.',
  'Taken in {}',
  'A P9 form is of an employee or of a casual.',
  'This casual was not found.',
  'A payroll of this period',
  'The constraint {} has two sentences.',
  'Disability without a recorded exemption certificate.',
  'No KRA PIN: the PAYE return will reject this person.',
  'No NSSF number: contributions cannot be credited.',
  'No SHIF number: contributions cannot be credited.',
  'No bank account: the salary cannot be paid by bank.',
  'The exemption certificate has expired: no exemption is given.',
  'The platform operator does not pay people: only the organization’s own staff do.',
  'The Idempotency-Key is not valid.',
  'This first password has been used. Run "npm run operator" on the machine for another one.',
  'This Idempotency-Key was used for another request.',
  'Not signed in',
  'Ahead of time, for leave from {}',
  'Not needed after all',
  'Not taken in {} and not carried over',
  'Taken in {}, recorded later',
  'There is no balance of {}.',
  '{} that was cancelled or changed after it had been deducted',
  '{} {}: {} {}{}',
  'Payslip {}: {}',
  '{}: the address of this login was changed on {} by {}, before anybody had signed in with it.',
  // Constraints of what staff keep.
  'Entries of the ledger are never changed.',
  'There is a holiday on this day already.',
  'There is a leave type with this code already.',
  'There is a leave type with this name already.',
  'Leave that is not paid cannot be paid out instead.',
  'This department was not found.',
  'This designation was not found.',
  'This employee already has this balance for the year.',
  'This user has this appointment already.',
  'This user is asked already.',
  'This work station was not found.',
  'This entry has already been taken back.',
  'This is more than is owed. Please look at the loan again.',
  'This payslip has already taken its instalment.',
  'The employee has not confirmed this by code yet.',
  // Fields of the employees' form that are not theirs to propose.
  'An ID number has 5 to 20 digits or letters.',
  'An employee must be at least {} when employed.',
  'An employee number has letters, digits, and - / . _ only.',
  'Date of Birth must be before the Employment Date.',
  'Employment Date is required, such as 2026-02-28.',
  'Employment Terms are {}.',
  'Gender is Male or Female.',
  'Pay By is Bank or M-PESA.',
  'Please check the year of this date.',
  'Termination Date cannot be before the Employment Date.',
  'A KRA PIN is a letter, nine digits and a letter, such as P051234567A.',
])

/** Put together on the way: how they read then. */
const pieced: Record<string, string[]> = {
  'Leave request {} successfully': [
    'Leave request approved successfully',
    'Leave request rejected successfully',
  ],
  'The maximum loan amount over {} is {}{}.': [
    'The maximum loan amount over 7 months is 98,000.',
    'The maximum loan amount over 1 month is 0: The pay of this month is confirmed already.',
  ],
  '{} of {} days of a salary of {}': [],
  '{}% of what was earned by today, {}{}': [
    '50% of what was earned by today, 3 of 30 days of a salary of 48,000',
    '50% of what was earned by today, 3 of 30 days of a salary of 48,000, less 500 advanced already',
  ],
  'The figures of this payslip {} worked out.': [
    'The figures of this payslip are still being worked out.',
    'The figures of this payslip cannot be worked out.',
  ],
  'There is no confirmed payroll in {}{}.': [
    'There is no confirmed payroll in 2026.',
    'There is no confirmed payroll in 2026 for Asha Njeri.',
  ],
  '{} must be a number.{}': [
    'Amount must be a number.',
    'Amount must be a number. Please write it like 12,500.50, with a comma between thousands and a point before cents.',
  ],
  '{} changed while the file was being made. Please make it again.': [
    'This payroll changed while the file was being made. Please make it again.',
    'A payroll of this period changed while the file was being made. Please make it again.',
  ],
}

const mine = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>)
    .filter(([, call]) => mayCall(call, { role: 'employee', holds: () => false }))
    .map(([name]) => `${group}.${name}`),
)

const places = placesOfCalls()

test('the code of every call that employees may make is found', () => {
  const lacking = mine.filter((call) => (places.get(call)?.length ?? 0) < 2)
  expect(lacking.filter((call) => !elsewhere.includes(call)).sort()).toEqual(unnamed)
})

/** A sentence as the server fills it in: any text stands for a value. */
const forms = (text: string) =>
  ['12', '3 days', '7 months', '2 loans', '05 March, 2026', 'men', 'Sick Leave', ''].map((value) =>
    text.replaceAll('{}', value),
  )
const shapesOf = (list: Record<string, string>) =>
  new Set(Object.keys(list).map((key) => key.replace(/\{\w+\}/g, '{}')))
const known = new Set([...shapesOf(swahili), ...shapesOf(workings)])
const translated = (text: string) => inSwahili(text) ?? workingInSwahili(text)
const isKnown = (text: string) =>
  known.has(text) || (pieced[text] ? pieced[text].every(translated) : forms(text).some(translated))

test('everything that a call of theirs can refuse is said in Swahili too', () => {
  const starts = mine
    .filter((call) => !elsewhere.includes(call))
    .flatMap((call) => places.get(call) ?? [])
  const said = sentencesFrom([...starts, ...everyCall, ...constraints], (path) =>
    documents.test(path),
  )
  expect(said.length).toBeGreaterThan(150)
  const lacking = said.filter(({ text }) => !isKnown(text) && !notForThem.has(text))
  expect(lacking.map(({ path, text }) => `${path}: ${text}`).sort()).toEqual([])
})
