import { constants, publicEncrypt, X509Certificate } from 'node:crypto'
import { vi } from 'vitest'
import { defaultAccounts } from '../accounts.ts'
import { type Bench, basic } from './bench.ts'

/** A caller of Daraja that does everything right; each test spoils what it is about. */

export const [account] = defaultAccounts().daraja as [
  ReturnType<typeof defaultAccounts>['daraja'][0],
]

const Timestamp = '20261115093000'

/** What is sent, with each key and address used once. */
function bodiesFor(bench: Bench, good: string) {
  let count = 0
  const signed = (more: object = {}) => ({
    BusinessShortCode: Number(account.paybill.shortcode),
    Password: Buffer.from(
      `${account.paybill.shortcode}${account.paybill.passkey}${Timestamp}`,
    ).toString('base64'),
    Timestamp,
    ...more,
  })
  return {
    signed,
    payment: (party: string, more: object = {}) => ({
      OriginatorConversationID: `pr-${++count}`,
      InitiatorName: account.b2c.initiator,
      SecurityCredential: good,
      CommandID: 'SalaryPayment',
      Amount: 4850,
      PartyA: Number(account.b2c.shortcode),
      PartyB: Number(party),
      Remarks: 'Wages wk 46',
      QueueTimeOutURL: bench.hook('t/1'),
      ResultURL: bench.hook('r/1'),
      Occassion: 'WK46',
      ...more,
    }),
    asking: (CommandID: string, more: object) => ({
      Initiator: account.b2c.initiator,
      SecurityCredential: good,
      CommandID,
      PartyA: account.b2c.shortcode,
      IdentifierType: '4',
      Remarks: 'status',
      QueueTimeOutURL: bench.hook('t/2'),
      ResultURL: bench.hook(`a/${++count}`),
      ...more,
    }),
    prompt: (party: string, more: object = {}) => ({
      ...signed(),
      TransactionType: 'CustomerPayBillOnline',
      Amount: 11_000,
      PartyA: party,
      PartyB: account.paybill.shortcode,
      PhoneNumber: party,
      CallBackURL: bench.hook(`s/${++count}`),
      AccountReference: 'SUB0000481',
      TransactionDesc: 'Subscription',
      ...more,
    }),
  }
}

export async function callerOf(bench: Bench) {
  const fetchToken = async () => {
    const path = '/daraja/oauth/v1/generate?grant_type=client_credentials'
    const headers = basic(account.consumer_key, account.consumer_secret)
    return (await bench.send(path, { headers })).body.access_token as string
  }
  const certificate = (await bench.send('/__sim/cert.pem', {})).body as string
  const key = new X509Certificate(certificate).publicKey
  const credential = (password = account.b2c.password) =>
    publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
      'base64',
    )
  const bodies = bodiesFor(bench, credential())
  let token = await fetchToken()
  const post = (path: string, body: object) => bench.post(`/daraja/mpesa/${path}`, body, token)
  /** Asks, and waits for what is delivered. */
  const askedFor = async (path: string, body: ReturnType<typeof bodies.asking>) => {
    const answer = await post(path, body)
    const at = new URL(body.ResultURL).pathname
    const letter = () => bench.letters.find(({ path: to }) => to === at)
    const { Result } = await vi.waitFor(() => letter()?.body ?? Promise.reject(new Error('none')))
    return { answer, Result }
  }
  return {
    ...bodies,
    credential,
    post,
    askedFor,
    renew: async () => {
      token = await fetchToken()
    },
    token: () => token,
    pay: (body: object) => post('b2c/v3/paymentrequest', body),
    statusOf: (OriginalConversationID: string) =>
      askedFor(
        'transactionstatus/v1/query',
        bodies.asking('TransactionStatusQuery', { OriginalConversationID, Occasion: 'status' }),
      ),
    push: (body: object) => post('stkpush/v1/processrequest', body),
    pushQuery: (CheckoutRequestID: string) =>
      post('stkpushquery/v1/query', bodies.signed({ CheckoutRequestID })),
  }
}

interface Parameter {
  Key: string
  Value?: unknown
}

/** By name; one of them comes without a list. */
export const parametersOf = (Result: {
  ResultParameters?: { ResultParameter: Parameter | Parameter[] }
}) =>
  Object.fromEntries(
    [Result.ResultParameters?.ResultParameter ?? []].flat().map(({ Key, Value }) => [Key, Value]),
  )
