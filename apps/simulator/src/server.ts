import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { control } from './control.ts'
import * as coop from './coop.ts'
import { refusal } from './daraja/answers.ts'
import { pay } from './daraja/b2c.ts'
import { balance } from './daraja/balance.ts'
import { generate } from './daraja/oauth.ts'
import { status } from './daraja/status.ts'
import { push, pushQuery } from './daraja/stk.ts'
import { kcbToken, query, transfer } from './kcb.ts'
import { openRate } from './rate.ts'
import type { Sim } from './sim.ts'
import { message } from './texts.ts'
import { type Call, isObject, type Reply } from './wire.ts'

type Handler = (sim: Sim, call: Call) => Reply | Promise<Reply>

const daraja: Record<string, Handler> = {
  'GET /daraja/oauth/v1/generate': generate,
  'POST /daraja/mpesa/stkpush/v1/processrequest': push,
  'POST /daraja/mpesa/stkpushquery/v1/query': pushQuery,
  'POST /daraja/mpesa/b2c/v3/paymentrequest': (sim, call) => pay(sim, call, 3),
  'POST /daraja/mpesa/b2c/v1/paymentrequest': (sim, call) => pay(sim, call, 1),
  'POST /daraja/mpesa/transactionstatus/v1/query': status,
  'POST /daraja/mpesa/accountbalance/v1/query': balance,
}

const banks: Record<string, Handler> = {
  'POST /kcb/token': kcbToken,
  'POST /kcb/fundstransfer/1.0.0/api/v1/transfer': transfer,
  'POST /kcb/v1/core/t24/querytransaction/1.0.0/api/transactioninfo': query,
  'POST /coop/token': coop.coopToken,
  'POST /coop/FundsTransfer/Internal/A2A/2.0.0': (sim, call) => coop.send(sim, call, 'internal'),
  'POST /coop/FundsTransfer/External/A2A/PesaLink/1.0.0': (sim, call) =>
    coop.send(sim, call, 'pesalink'),
  'POST /coop/FundsTransfer/External/A2M/PesaLink/1.0.0': (sim, call) =>
    coop.send(sim, call, 'pesalink phone'),
  'POST /coop/FundsTransfer/External/A2M/Mpesa/1.0.0': (sim, call) => coop.send(sim, call, 'mpesa'),
  'POST /coop/Enquiry/TransactionStatus/2.0.0': coop.status,
  'POST /coop/Enquiry/AccountBalance/1.0.0': coop.balance,
}

const roads: Record<string, Handler> = {
  ...daraja,
  ...banks,
  'POST /africastalking/version1/messaging': message,
}
const largest = 1024 * 1024

export function openServer(sim: Sim): Server {
  const isBusy = openRate()
  return createServer(async (request, response) => {
    const call = await read(request)
    if (!call) return void response.writeHead(413).end()
    const controlled = call.path.startsWith('/__sim/')
    const entry = controlled ? undefined : sim.log.request(call.method, call.path, call.body)
    try {
      const busy = call.path.startsWith('/daraja/mpesa/') && isBusy(sim.rules.requests_per_second)
      const reply = busy
        ? refusal(sim, 429, '500.003.02', 'System is busy. Please try again in few minutes.')
        : await (controlled ? control(sim, call) : (roads[roadOf(call)] ?? astray)(sim, call))
      if (entry) Object.assign(entry, { status: reply.status, answer: reply.body })
      send(response, reply)
    } catch (error) {
      console.error(error)
      send(response, { status: 500, body: { message: 'The simulator itself failed.' } })
    }
  })
}

const roadOf = ({ method, path }: Call) => `${method} ${path.replace(/\/$/, '')}`

/** No such address, or not in this way. */
function astray(sim: Sim, { path }: Call): Reply {
  if (!path.startsWith('/daraja/')) return { status: 404, body: { message: 'Not Found' } }
  const other = Object.keys(daraja).some((road) => road.endsWith(` ${path}`))
  return other
    ? refusal(sim, 405, '405.001', 'Method Not Allowed')
    : refusal(sim, 404, '404.001.01', 'Resource not found')
}

async function read(request: IncomingMessage): Promise<Call | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > largest) return undefined
    chunks.push(chunk as Buffer)
  }
  const text = Buffer.concat(chunks).toString()
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: request.headers as Call['headers'],
    text,
    body: parsed(text),
  }
}

function parsed(text: string): Call['body'] {
  try {
    const value = JSON.parse(text) as unknown
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, { status: code, body, type, lost }: Reply) {
  if (lost) return void response.socket?.destroy()
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const headers = text ? { 'content-type': type ?? 'application/json' } : {}
  response.writeHead(code, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
