import { defaultAccounts } from '../accounts.ts'
import { type Bench, basic, openBench } from './bench.ts'

/** A caller of both banks that does everything right, and what the endings come to at either. */

const form = new URLSearchParams({ grant_type: 'client_credentials' })

export async function openBanks() {
  const accounts = defaultAccounts()
  const bench = await openBench()
  const tokens = { kcb: '', coop: '' }
  let count = 0
  const tokenOf = (bank: 'kcb' | 'coop', init: RequestInit & { path?: string }) =>
    bench.send(`/${bank}/token${init.path ?? ''}`, { method: 'POST', ...init })
  for (const bank of ['kcb', 'coop'] as const) {
    const [{ consumer_key, consumer_secret }] = accounts[bank] as [(typeof accounts.kcb)[0]]
    const headers = basic(consumer_key, consumer_secret)
    tokens[bank] = (await tokenOf(bank, { headers, body: form })).body.access_token
  }
  const next = () => ++count
  return {
    bench,
    tokens,
    form,
    tokenOf,
    kcb: kcbCaller(bench, tokens, next),
    coop: coopCaller(bench, tokens, next),
  }
}

type Tokens = { kcb: string; coop: string }

function kcbCaller(bench: Bench, tokens: Tokens, next: () => number) {
  return {
    send: (body: object) =>
      bench.post('/kcb/fundstransfer/1.0.0/api/v1/transfer', body, tokens.kcb),
    transfer: (party: string, more: object = {}) => ({
      companyCode: 'KE0010001',
      transactionType: 'IF',
      debitAccountNumber: '1300000001',
      creditAccountNumber: party,
      debitAmount: 84_250.75,
      paymentDetails: 'Salary Nov 2026',
      transactionReference: `PQ0HG${String(next()).padStart(7, '0')}`,
      currency: 'KES',
      beneficiaryDetails: 'JANE DOE',
      beneficiaryBankCode: '01',
      ...more,
    }),
    async status(businessKey: string) {
      const { body } = await bench.post(
        '/kcb/v1/core/t24/querytransaction/1.0.0/api/transactioninfo',
        {
          header: { messageId: 'a1' },
          requestPayload: {
            transactionInfo: { primaryData: { businessKey, businessKeyType: 'FT.REF' } },
          },
        },
        tokens.kcb,
      )
      const info = body.responsePayload.transactionInfo
      return info ? info.primaryData.transactionStatus : body.header.statusDescription
    },
  }
}

function coopCaller(bench: Bench, tokens: Tokens, next: () => number) {
  const coop = {
    send: (body: object, road = 'External/A2A/PesaLink/1.0.0/') =>
      bench.post(`/coop/FundsTransfer/${road}`, body, tokens.coop),
    destination: (party: string, more: object = {}) => ({
      ReferenceNumber: 'R-1',
      AccountNumber: party,
      BankCode: '68',
      Amount: 84_250,
      TransactionCurrency: 'KES',
      Narration: 'Salary Nov 2026',
      ...more,
    }),
    message(parties: string[], more: object = {}) {
      const MessageReference = `PR${next()}`
      return {
        MessageReference,
        CallBackUrl: bench.hook('b'),
        Source: {
          AccountNumber: '01100000000100',
          Amount: 84_250 * parties.length,
          TransactionCurrency: 'KES',
          Narration: 'Salaries Nov 2026',
        },
        Destinations: parties.map((party, index) =>
          coop.destination(party, { ReferenceNumber: `${MessageReference}-${index + 1}` }),
        ),
        ...more,
      }
    },
    status: (MessageReference: string) =>
      bench.post('/coop/Enquiry/TransactionStatus/2.0.0/', { MessageReference }, tokens.coop),
  }
  return coop
}

/** The same endings for both banks. */
const paid = { answer: 200, said: ['paid'], state: 'paid', asked: 'paid' }
const failed = { answer: 200, said: ['failed'], state: 'failed', asked: 'failed' }
const never = { said: [], state: undefined, asked: 'unknown' }
export const endings: [string, object][] = [
  ['4321', paid],
  ['0001', failed],
  ['0002', failed],
  ['0003', paid],
  ['0004', { ...never, answer: 401 }],
  ['0005', { ...paid, said: [] }],
  ['0006', { ...paid, said: ['paid', 'paid', 'paid'] }],
  ['0007', { ...paid, before: 1 }],
  ['0008', { ...paid, answer: 0 }],
  ['0009', { ...never, answer: 0 }],
  ['0010', { answer: 200, said: [], state: 'pending', asked: 'pending' }],
  ['0011', { ...paid, answer: 408 }],
  ['0012', { ...paid, said: ['wrong paid'] }],
  ['0013', { ...never, answer: 503 }],
  ['0014', { ...paid, said: ['paid', 'reversed'], state: 'reversed', asked: 'reversed' }],
  ['0015', { ...failed, said: ['forged paid', 'failed'] }],
]
