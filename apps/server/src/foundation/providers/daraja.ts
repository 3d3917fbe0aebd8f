import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { z } from 'zod'
import { meaningOf } from './b2c-codes.ts'
import { centsOf, refused, sentence, tooFast, unfamiliar, unknown, unread } from './codes.ts'
import {
  acknowledgement,
  fault,
  type Gateway,
  isStale,
  openGateway,
  parametersOf,
  type Result,
  result,
} from './daraja-gateway.ts'
import { uuidKey } from './keys.ts'
import type { Network } from './network.ts'
import type {
  Balance,
  Credentials,
  HookKind,
  Instruction,
  ParsedCallback,
  PaymentReport,
  PayoutProvider,
  ProviderKind,
  Submitted,
} from './provider.ts'
import type { Called } from './tokens.ts'
import { without } from './without.ts'

/** M-PESA's payments to people (B2C v3); whole shillings from 10 to 250,000 (C3). */

const limits = { least: 1_000, most: 25_000_000, whole_shillings: true }

export const daraja: ProviderKind = {
  name: 'M-PESA',
  needs: ['initiator_name', 'initiator_password', 'short_code'],
  limitsFor: () => limits,
  per_second: 5,
  result_within_s: 120,
  keyOf: uuidKey,
  parseCallback: (kind, body) => parsers[kind](body),
  parseBalance,
  withoutSecrets: (body) => without(body, ['securitycredential', 'password']),
  open: ({ consumer_key, consumer_secret, ...own }, network): PayoutProvider => {
    const gateway = openGateway(network, consumer_key, consumer_secret)
    const { certificate } = network
    const balance = (hooks: Instruction['hooks']) => askBalance(gateway, own, certificate, hooks)
    return {
      submit: (instruction) => submit(gateway, own, certificate, instruction),
      query: (instruction) => query(gateway, own, certificate, instruction),
      test: balance,
    }
  },
}

type Own = Omit<Credentials, 'consumer_key' | 'consumer_secret'>

/** RSA with M-PESA's certificate. Only its key counts: the published ones are out of date. */
const securityCredential = (certificate: string, password: string) =>
  publicEncrypt(
    { key: createPublicKey(certificate), padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(password, 'utf8'),
  ).toString('base64')

interface Initiator {
  name: string
  SecurityCredential: string
  PartyA: number
}

/** Encrypting takes longer than sending, and one result serves for many payments. */
const encrypted = new WeakMap<Own, Promise<Initiator | undefined>>()

/** Undefined where there is no certificate that could be used. */
function initiator(own: Own, certificate: Network['certificate']) {
  const known = encrypted.get(own) ?? encrypt(own, certificate)
  encrypted.set(own, known)
  return known
}

async function encrypt(own: Own, certificate: Network['certificate']) {
  try {
    return {
      name: own.initiator_name ?? '',
      SecurityCredential: securityCredential(await certificate(), own.initiator_password ?? ''),
      PartyA: Number(own.short_code),
    }
  } catch {
    return undefined
  }
}
const noCertificate = 'The certificate of M-PESA could not be read (MPESA_CERT).'

async function submit(
  gateway: Gateway,
  own: Own,
  certificate: Network['certificate'],
  { key, amount, account, narration, hooks }: Instruction,
): Promise<Submitted> {
  if (amount < limits.least || amount > limits.most || amount % 100) {
    return refused('amount', 'M-PESA pays whole shillings from 10 to 250,000.')
  }
  const by = await initiator(own, certificate)
  if (!by) return { outcome: 'not_sent', reason: noCertificate, slower: false }
  const { name: InitiatorName, ...rest } = by
  const called = await gateway('/mpesa/b2c/v3/paymentrequest', {
    OriginatorConversationID: key,
    InitiatorName,
    ...rest,
    CommandID: 'SalaryPayment',
    Amount: amount / 100,
    PartyB: Number(account),
    Remarks: narration.padEnd(2, '.'),
    QueueTimeOutURL: hooks.timeout,
    ResultURL: hooks.result,
    Occassion: narration || 'Salary',
  })
  return submitted(called)
}

/** How the gateway took a payment; whatever leaves a doubt is unknown, and asked about. */
export function submitted(called: Called): Submitted {
  if (called.outcome !== 'answered') return unread(called)
  const { status, body } = called
  const told = acknowledgement.safeParse(body).data
  if (status === 200 && told?.ResponseCode === '0') {
    return { outcome: 'accepted', provider_ref: told.ConversationID ?? null }
  }
  if (status === 200 && told && !/duplicate/i.test(told.ResponseDescription ?? '')) {
    const meaning = meaningOf(told.ResponseCode, told.ResponseDescription)
    return meaning.outcome === 'failed' ? { ...meaning, outcome: 'refused' } : meaning
  }
  const faulty = fault.safeParse(body).data
  if (isStale(called) && faulty) {
    return refused(faulty.errorCode, 'M-PESA does not accept the access it gave.', true)
  }
  return faulty ? turnedAway(faulty.errorCode, faulty.errorMessage) : unknown(unfamiliar)
}

/** What the gateway certainly did not pass on. */
const ours = ['400.002.02', '400.002.05', '400.003.02', '404.001.04', '405.001']
const configuration = ['404.001.01', '404.002.01', '404.003.01']
const busy = ['500.003.02', '500.003.03']

function turnedAway(code: string, text: string | null | undefined): Submitted {
  if (busy.includes(code)) return tooFast()
  if (configuration.includes(code)) {
    return refused(code, 'M-PESA does not offer this call at the address configured.', true)
  }
  if (!ours.includes(code)) return unknown(sentence(text, unfamiliar))
  if (/invalid\s+partyb/i.test(text ?? '')) {
    return refused(code, 'M-PESA does not accept the phone number.')
  }
  if (/invalid\s+amount/i.test(text ?? ''))
    return refused(code, 'M-PESA does not accept the amount.')
  return refused(code, sentence(text, 'M-PESA does not accept the request.'), true)
}

/** The answer comes to the result address; here only whether the question was taken. */
async function query(
  gateway: Gateway,
  own: Own,
  certificate: Network['certificate'],
  { key, hooks }: Instruction,
): Promise<PaymentReport> {
  const by = await initiator(own, certificate)
  if (!by) return unknown(noCertificate)
  const { name: Initiator, ...rest } = by
  const called = await gateway('/mpesa/transactionstatus/v1/query', {
    Initiator,
    ...rest,
    CommandID: 'TransactionStatusQuery',
    OriginalConversationID: key,
    IdentifierType: 4,
    ResultURL: hooks.result,
    QueueTimeOutURL: hooks.timeout,
    Remarks: 'status',
    Occasion: 'status',
  })
  const taken = submitted(called)
  return taken.outcome === 'accepted' ? { outcome: 'pending' } : unknown(taken.reason)
}

async function askBalance(
  gateway: Gateway,
  own: Own,
  certificate: Network['certificate'],
  hooks: Instruction['hooks'],
): Promise<Balance> {
  const by = await initiator(own, certificate)
  if (!by) return unknown(noCertificate)
  const { name: Initiator, ...rest } = by
  const called = await gateway('/mpesa/accountbalance/v1/query', {
    Initiator,
    ...rest,
    CommandID: 'AccountBalance',
    IdentifierType: '4',
    Remarks: 'balance',
    QueueTimeOutURL: hooks.timeout,
    ResultURL: hooks.result,
  })
  const taken = submitted(called)
  if (taken.outcome === 'refused') return taken
  if (taken.outcome !== 'accepted') return unknown(taken.reason)
  return {
    outcome: 'accepted',
    reason: 'M-PESA accepts the consumer key and secret. It reports the balance later.',
  }
}

/** "254712345678 - JANE DOE" */
function party(text: string | undefined) {
  const [, account = null, name = null] = /^\s*(\d+)\s*-\s*(.*\S)/.exec(text ?? '') ?? []
  return { account, name }
}

function parseResult(body: unknown): ParsedCallback | null {
  const read = result.safeParse(body).data?.Result
  if (!read) return null
  const ids = {
    key: read.OriginatorConversationID ?? null,
    provider_ref: read.ConversationID ?? null,
  }
  if (read.ResultCode !== '0') return { said: meaningOf(read.ResultCode, read.ResultDesc), ...ids }
  const told = parametersOf(read)
  const receipt = told.get('TransactionReceipt') || read.TransactionID
  if (!receipt) return { said: unknown(unfamiliar), ...ids }
  const amount = centsOf(told.get('TransactionAmount'))
  const to = party(told.get('ReceiverPartyPublicName'))
  return { said: { outcome: 'paid', receipt, amount, ...to }, ...ids }
}

const notFound = /(not|n't) (be )?(found|exist)|no (such )?transaction/i
const failures = ['failed', 'cancelled', 'canceled', 'declined', 'expired']

/** The payment's own outcome is inside: code 0 only says that the question was answered. */
function parseAnswer(body: unknown): ParsedCallback | null {
  const read = result.safeParse(body).data?.Result
  if (!read) return null
  const told = parametersOf(read)
  const key = told.get('OriginatorConversationID') || null
  return { said: answerOf(read, told), key, provider_ref: told.get('ConversationID') || null }
}

function answerOf(read: Result, told: Map<string, string>): PaymentReport {
  if (read.ResultCode !== '0') {
    return notFound.test(read.ResultDesc ?? '')
      ? { outcome: 'not_found', certain: false }
      : unknown(sentence(read.ResultDesc, unfamiliar))
  }
  const status = told.get('TransactionStatus')
  if (!status) return unknown(unfamiliar)
  const receipt = told.get('ReceiptNo')
  if (/^completed$/i.test(status) && receipt) {
    const to = party(told.get('CreditPartyName'))
    return { outcome: 'paid', receipt, amount: centsOf(told.get('Amount')), ...to }
  }
  if (failures.includes(status.toLowerCase())) {
    const reason = sentence(told.get('TransactionReason'), 'M-PESA says that the payment failed.')
    return { outcome: 'failed', code: status, reason, stops_run: false }
  }
  return { outcome: 'pending' }
}

/** The request comes back as it was sent, or in the envelope of a result. */
const echoed = z.object({ OriginatorConversationID: z.string() })

function parseTimeout(body: unknown): ParsedCallback | null {
  const flat = echoed.safeParse(body).data?.OriginatorConversationID
  const read = result.partial().safeParse(body).data?.Result
  const key = flat ?? read?.OriginatorConversationID ?? null
  if (!key && !read) return null
  const said = unknown('M-PESA could not say in time what happened to the payment.')
  return { said, key, provider_ref: read?.ConversationID ?? null }
}

const parsers: Record<HookKind, (body: unknown) => ParsedCallback | null> = {
  result: parseResult,
  answer: parseAnswer,
  timeout: parseTimeout,
  test: () => null,
}

/** "Utility Account|KES|current|available|…", accounts divided by &; payments go from Utility. */
function parseBalance(body: unknown): number | null {
  const read = result.safeParse(body).data?.Result
  if (read?.ResultCode !== '0') return null
  const accounts = (parametersOf(read).get('AccountBalance') ?? '').split('&')
  const utility = accounts
    .map((line) => line.split('|'))
    .find(([name]) => name === 'Utility Account')
  return centsOf(utility?.[3])
}
