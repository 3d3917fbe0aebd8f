import { randomUUID } from 'node:crypto'
import type { BankAccount } from './accounts.ts'
import { bankCaller, bankToken, invalidCredentials, mayDebit } from './bank-token.ts'
import { isCallbackAddress } from './deliveries.ts'
import type { LegState, Payment } from './ledger.ts'
import { take, tellOf } from './payments.ts'
import { scenarioFor, scenarioNamed } from './rules.ts'
import { receiptAt, type Sim } from './sim.ts'
import { type Call, isMsisdn, isObject, lost, ok, type Reply, unavailable } from './wire.ts'

/** KCB Buni: token, transfer, query. A refusal for business reasons comes as HTTP 200. */

type Body = Record<string, unknown>

const text = (most: number) => (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most
const accountNumber = (value: unknown) => typeof value === 'string' && /^\d{10,14}$/.test(value)

const checks: [field: string, holds: (value: unknown, body: Body) => boolean][] = [
  ['companyCode', text(15)],
  [
    'transactionType',
    (value) => typeof value === 'string' && ['IF', 'PL', 'EF', 'RT', 'MO', 'AC'].includes(value),
  ],
  ['debitAccountNumber', accountNumber],
  [
    'creditAccountNumber',
    (value, { transactionType }) =>
      transactionType === 'MO' ? isMsisdn(String(value)) : accountNumber(value),
  ],
  [
    'debitAmount',
    (value) =>
      typeof value === 'number' &&
      value > 0 &&
      Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
  ],
  ['paymentDetails', text(35)],
  ['transactionReference', text(12)],
  ['currency', (value) => value === 'KES'],
  ['beneficiaryDetails', text(35)],
  ['beneficiaryBankCode', text(20)],
]

/** Cents. PesaLink takes less than a million a time, M-PESA a quarter of that. */
const limits: Record<string, number> = { PL: 99_999_900, MO: 25_000_000 }

export async function transfer(sim: Sim, call: Call): Promise<Reply> {
  const account = bankCaller(sim, call, 'kcb')
  if ('status' in account) return account
  const body = call.body ?? {}
  const reference = String(body.transactionReference ?? '')
  const say = (code: '0' | '1', description: string, merchantID: string | null = null) =>
    statusOf(sim, code, description, merchantID, reference)
  const wrong = whatIsWrong(sim, account, body)
  if (wrong) return say('1', wrong)
  const from = String(body.debitAccountNumber)
  const amount = Math.round(Number(body.debitAmount) * 100)
  const merchantId = randomUUID()
  return take(
    sim,
    {
      provider: 'kcb',
      kind: 'bank',
      key: reference,
      consumer_key: account.consumer_key,
      account: from,
      request: body,
      ids: { merchantId },
      verdict: sim.books.available('kcb', from) < amount ? 'insufficient' : undefined,
      legs: [
        {
          reference,
          party: String(body.creditAccountNumber),
          name: String(body.beneficiaryDetails),
          amount,
          receipt: `FT${receiptAt(sim)}`,
        },
      ],
    },
    {
      accepted: say('0', 'Request received for processing', merchantId),
      refused: say('1', 'Validation failed: Transaction failed due to limit rule'),
      fault: invalidCredentials,
      'timed out': { status: 408, body: { message: 'Request timed out' } },
      'internal error': { status: 500, body: { message: 'Internal Server Error' } },
    },
  )
}

function whatIsWrong(sim: Sim, account: BankAccount, body: Body): string | undefined {
  const bad = checks.find(([field, holds]) => !holds(body[field], body))
  if (bad) return `Validation failed: Invalid ${bad[0]}`
  if (account.company_code && body.companyCode !== account.company_code) {
    return 'Validation failed: Invalid companyCode'
  }
  if (!mayDebit(account, String(body.debitAccountNumber))) {
    return 'Validation failed: Debit account is not linked to this application'
  }
  const most = limits[String(body.transactionType)]
  if (most && Number(body.debitAmount) * 100 > most) {
    return 'Validation failed: Transaction failed due to limit rule'
  }
  const known = sim.books.find('kcb', 'bank', String(body.transactionReference))
  return known ? 'Duplicate transaction reference' : undefined
}

function statusOf(
  sim: Sim,
  statusCode: '0' | '1',
  statusDescription: string,
  merchantID: string | null,
  retrievalRefNumber: string,
): Reply {
  const statusMessage = statusCode === '0' ? 'Success' : 'Error'
  const status = { statusCode, statusMessage, statusDescription }
  const rest = { merchantID, retrievalRefNumber }
  return ok(sim.rules.kcb_nested ? { header: status, ...rest } : { ...status, ...rest })
}

const states: Record<LegState, string> = {
  pending: 'PROCESSING',
  paid: 'SUCCESS',
  failed: 'FAILED',
  reversed: 'REVERSED',
}
const messages: Record<string, string> = {
  insufficient: 'Insufficient funds in the debit account',
  'invalid account': 'Beneficiary account does not exist',
}

tellOf('kcb', 'bank', (sim, payment, told) => {
  const [leg] = payment.legs
  if (!leg) return undefined
  const forged = told === 'forged'
  const amount = told === 'wrong amount' ? leg.amount + 100 : leg.amount
  return {
    url: callbackOf(sim, payment),
    body: {
      ftReference: forged ? `FT${receiptAt(sim)}` : leg.receipt,
      transactionDate: new Date(sim.clock.now()).toISOString(),
      amount: (amount / 100).toFixed(2),
      transactionStatus: forged ? 'SUCCESS' : states[leg.state],
      transactionMessage: messages[leg.code ?? ''] ?? messageOf(forged ? 'paid' : leg.state),
      beneficiaryAccountNumber: leg.party,
      beneficiaryName: leg.name,
      transactionReference: leg.reference,
      merchantId: forged ? randomUUID() : payment.ids.merchantId,
      debitAccountNumber: payment.account,
    },
  }
})

const messageOf = (state: LegState) =>
  state === 'reversed' ? 'Transaction reversed' : 'Processed Successfully'

/** Where this one's results go, as told at onboarding. */
function callbackOf({ accounts, rules }: Sim, payment: Payment) {
  const account = accounts.kcb.find((one) => one.consumer_key === payment.consumer_key)
  const url = account?.callback_urls?.[payment.account] ?? account?.callback_url
  return isCallbackAddress(url, rules.allow_hosts) ? url : undefined
}

/** POST …/transactioninfo: by the caller's own reference. */
export function query(sim: Sim, call: Call): Reply {
  const account = bankCaller(sim, call, 'kcb')
  if ('status' in account) return account
  const payload = isObject(call.body?.requestPayload) ? call.body.requestPayload : {}
  const asked = isObject(payload.transactionInfo) ? payload.transactionInfo : {}
  const { businessKey, businessKeyType } = isObject(asked.primaryData) ? asked.primaryData : {}
  const header = isObject(call.body?.header) ? call.body.header : {}
  const answer = (code: string, description: string, primaryData?: object) =>
    ok({
      header: {
        messageId: header.messageId ?? null,
        statusCode: code,
        statusDescription: description,
        statusMessage: description,
      },
      responsePayload: { transactionInfo: primaryData ? { primaryData } : null },
    })
  if (typeof businessKey !== 'string' || businessKeyType !== 'FT.REF') {
    return answer('1', 'Invalid request')
  }
  const payment = sim.books.find('kcb', 'bank', businessKey)
  const [leg] = payment?.legs ?? []
  const party = leg?.party ?? ''
  const name = scenarioFor(sim.rules, { provider: 'kcb', kind: 'status', party, key: businessKey })
  const { answer: becomes } = scenarioNamed('bank', name)
  if (becomes === 'html') return unavailable
  if (becomes?.startsWith('lost')) return lost
  if (!leg || payment?.consumer_key !== account.consumer_key) {
    return answer('1', 'Transaction not found')
  }
  return answer('0', 'Success', {
    businessKey,
    businessKeyType,
    transactionStatus: states[leg.state],
    ftReference: leg.receipt,
    amount: (leg.amount / 100).toFixed(2),
  })
}

export const kcbToken = (sim: Sim, call: Call) => bankToken(sim, call, 'kcb')
