import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Gateway, gatewayFault, limitsOf, openGateway } from './bank-wire.ts'
import {
  centsOf,
  code,
  refused,
  sentence,
  shillingsOf,
  unfamiliar,
  unknown,
  unread,
  words,
} from './codes.ts'
import { shortKey } from './keys.ts'
import type { Network } from './network.ts'
import type {
  Balance,
  Credentials,
  Instruction,
  ParsedCallback,
  PaymentReport,
  ProviderKind,
  Submitted,
} from './provider.ts'
import type { Called } from './tokens.ts'

/**
 * KCB Buni, funds transfer: within KCB at once, to other banks by PesaLink. Larger amounts would
 * have to go by RTGS, which asks for a purpose code that this call cannot carry.
 */

const own = '01'
const limitsFor = limitsOf(own, { pesalinkCents: true })

export const kcb: ProviderKind = {
  name: 'KCB',
  needs: ['company_code'],
  limitsFor,
  per_second: 5,
  result_within_s: 300,
  // At most 12 characters, by which KCB's callbacks name the payment.
  keyOf: (slip_id, attempt_no) => shortKey(slip_id, attempt_no, 12),
  parseCallback: (kind, body) =>
    kind === 'timeout' || kind === 'test' ? null : parseCallback(body),
  parseBalance: () => null,
  withoutSecrets: (body) => body,
  open: (credentials, network) => {
    const { consumer_key, consumer_secret } = credentials
    const { kcb: base, kcb_token: token } = network.addresses
    const bank = { name: 'KCB', base, token }
    const gateway = openGateway(network, bank, consumer_key, consumer_secret)
    const test = () => askNobody(gateway, credentials, network)
    return {
      submit: async (instruction) => submit(gateway, credentials, instruction),
      query: async ({ key }) => answered(await ask(gateway, credentials, network, key), key),
      test,
    }
  },
}

async function submit(
  gateway: Gateway,
  { company_code, account_no }: Credentials,
  { key, amount, name, account, bank_code, narration }: Instruction,
): Promise<Submitted> {
  const { least, most } = limitsFor(bank_code)
  if (amount < least || amount > most) {
    return refused('amount', 'KCB pays 10 to 999,999 shillings at once into other banks.')
  }
  const called = await gateway('/fundstransfer/1.0.0/api/v1/transfer', {
    companyCode: company_code,
    transactionType: bank_code === own ? 'IF' : 'PL',
    debitAccountNumber: account_no,
    creditAccountNumber: account,
    debitAmount: shillingsOf(amount),
    paymentDetails: narration.slice(0, 35),
    transactionReference: key,
    currency: 'KES',
    beneficiaryDetails: name.slice(0, 35),
    beneficiaryBankCode: bank_code,
  })
  return submitted(called)
}

const status = z.object({
  statusCode: code,
  statusDescription: words,
  statusMessage: words,
  merchantID: words,
})
/** Older builds put the status under `header`. */
const taken = z.union([
  z.object({ header: status, merchantID: words }).transform(({ header, merchantID }) => ({
    ...header,
    merchantID: header.merchantID ?? merchantID,
  })),
  status,
])

export function submitted(called: Called): Submitted {
  if (called.outcome !== 'answered') return unread(called)
  const atGateway = gatewayFault(called)
  if (atGateway) return atGateway
  const told = taken.safeParse(called.body).data
  if (called.status !== 200 || !told) return unknown(unfamiliar)
  if (told.statusCode === '0') return { outcome: 'accepted', provider_ref: told.merchantID ?? null }
  const text = told.statusDescription ?? told.statusMessage
  // The reference was used before: by this very payment, for all that is known.
  if (/duplicate/i.test(text ?? '')) return unknown('KCB has had this reference before.')
  return refused(told.statusCode, sentence(text, 'KCB did not accept the payment.'))
}

/** The messages' own ids; any will do, and the same for the same question at the same time. */
const messageId = (...about: string[]) =>
  createHash('sha256').update(about.join(' ')).digest('hex').slice(0, 32)

function ask(gateway: Gateway, { company_code }: Credentials, { clock }: Network, key: string) {
  const timeStamp = `${clock.now().toISOString().slice(0, 19)}Z`
  const id = messageId(key, timeStamp)
  const header = {
    messageId: id,
    featureCode: '101',
    featureName: 'FinancialInquiries',
    serviceCode: '1004',
    serviceName: 'TransactionInfo',
    serviceSubCategory: 'ACCOUNT',
    minorServiceVersion: '1.0',
    channelCode: '206',
    channelName: 'ibank',
    routeCode: '001',
    timeStamp,
    serviceMode: 'sync',
    subscribeEvents: '1',
    callBackURL: '',
  }
  const transactionInfo = {
    primaryData: { businessKey: key, businessKeyType: 'FT.REF' },
    additionalDetails: { companyCode: company_code },
  }
  return gateway(
    '/v1/core/t24/querytransaction/1.0.0/api/transactioninfo',
    { header, requestPayload: { transactionInfo } },
    { messageID: id, channelCode: '206' },
  )
}

const primaryData = z.object({
  transactionStatus: z.string(),
  transactionMessage: words,
  ftReference: words,
  amount: words,
  beneficiaryAccountNumber: words,
  beneficiaryName: words,
})
const told = z.object({
  responsePayload: z.object({ transactionInfo: z.object({ primaryData }) }),
})
const messages = z.object({
  header: z.object({ statusMessage: words, statusDescription: words }).partial(),
})

/** The envelope varies by subscription: what is not understood is never a failure. */
export function answered(called: Called, key: string): PaymentReport {
  if (called.outcome !== 'answered') return unknown(called.reason)
  const read = told.safeParse(called.body).data
  if (called.status === 200 && read)
    return outcomeOf(read.responsePayload.transactionInfo.primaryData, key)
  const header = messages.safeParse(called.body).data?.header
  const text = `${header?.statusMessage ?? ''} ${header?.statusDescription ?? ''}`
  const isMissing = /not found|does ?n[o']t exist|no record/i.test(text)
  return isMissing ? { outcome: 'not_found', certain: false } : unknown(unfamiliar)
}

const failures = ['FAILED', 'REJECTED', 'REVERSED']

function outcomeOf(data: z.output<typeof primaryData>, key: string): PaymentReport {
  const state = data.transactionStatus.toUpperCase()
  if (state === 'SUCCESS') {
    return {
      outcome: 'paid',
      receipt: data.ftReference || key,
      amount: centsOf(data.amount),
      account: data.beneficiaryAccountNumber || null,
      name: data.beneficiaryName || null,
    }
  }
  if (!failures.includes(state)) return { outcome: 'pending' }
  const reason = sentence(data.transactionMessage, 'KCB says that the payment failed.')
  return { outcome: 'failed', code: state, reason, stops_run: false }
}

const callback = primaryData.extend({ transactionReference: z.string(), merchantId: words })

function parseCallback(body: unknown): ParsedCallback | null {
  const read = callback.safeParse(body).data
  if (!read) return null
  const { transactionReference: key, merchantId } = read
  return { said: outcomeOf(read, key), key, provider_ref: merchantId || null }
}

/** KCB tells no balance; a question after nothing shows whether it takes the credentials. */
async function askNobody(
  gateway: Gateway,
  credentials: Credentials,
  network: Network,
): Promise<Balance> {
  const called = await ask(gateway, credentials, network, shortKey('nothing', 0, 12))
  if (called.outcome === 'refused') return called
  if (called.outcome !== 'answered') return unknown(called.reason)
  const atGateway = gatewayFault(called)
  if (atGateway?.outcome === 'refused') return atGateway
  if (called.status >= 500 || called.status === 429) return unknown('KCB did not answer the test.')
  return {
    outcome: 'accepted',
    reason: 'KCB accepts the consumer key and secret. It does not report balances.',
  }
}
