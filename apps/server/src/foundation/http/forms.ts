import { errorWords } from '@mshahara/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '../core/fail.ts'

/**
 * A multipart form says the same as JSON: its fields are text, and a file among them becomes the
 * data URL that JSON would carry. Only calls that say so take one; the limits of their bodies hold.
 */

const mostFields = 50

export function readForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { form } = request.routeOptions.config as { form?: boolean }
      if (!form) throw new Refused(400, errorWords.badRequest)
      return fieldsOf(request.headers['content-type'] ?? '', body)
    },
  )
}

async function fieldsOf(type: string, body: Buffer): Promise<Record<string, string>> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  const form = await response.formData().catch(() => {
    throw new Refused(400, errorWords.badRequest)
  })
  const fields: [string, string][] = []
  for (const [name, value] of form) {
    if (fields.length === mostFields) throw new Refused(400, errorWords.badRequest)
    fields.push([name, typeof value === 'string' ? value : await asDataUrl(value)])
  }
  return Object.fromEntries(fields)
}

/** An empty file field is no file. */
async function asDataUrl(file: File): Promise<string> {
  if (file.size === 0) return ''
  const content = Buffer.from(await file.arrayBuffer()).toString('base64')
  return `data:application/octet-stream;base64,${content}`
}
