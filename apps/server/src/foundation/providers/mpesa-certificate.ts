import { readFile } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** What the password of an M-PESA operator is encrypted with; the operator brings it along. */
export async function mpesaCertificate(config: Config): Promise<string> {
  if (config.simulatorUrl) return fromSimulator(config.simulatorUrl)
  const file = config.mpesaCert
  if (!file) throw new Error('MPESA_CERT names no file: M-PESA payments need its certificate.')
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new Error(`MPESA_CERT names ${file}, which cannot be read.`)
  }
}

async function fromSimulator(address: string) {
  const answer = await fetch(`${address}/__sim/cert.pem`, {
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
  })
  if (!answer.ok) throw new Error(`The payment simulator at ${address} gives no certificate.`)
  return answer.text()
}
