import { type AreaCalls, catalogued, contract, type Endpoint } from '@mshahara/contract'
import { waitsForSecond } from '@mshahara/contract/maker-checker'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { productVersion } from '../config/settings.ts'
import { forOperators } from './early-checks.ts'

/** The contract as OpenAPI 3.1, and a page to read it, at /api/docs. */

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = shape(schema, 'input')
  return Object.entries(properties).map(([name, form]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: form,
  }))
}

function operation(area: string, name: string, endpoint: Endpoint) {
  const refusals = endpoint.access === 'public' ? [422] : [401, 403, 422]
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}. Effect: ${endpoint.effect}.`,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body
      ? {
          requestBody: {
            content: { 'application/json': { schema: shape(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [endpoint.success]: {
        description: 'Done',
        content: { 'application/json': { schema: shape(endpoint.response, 'output') } },
      },
      ...(endpoint.waits && {
        202: {
          description: 'Nothing is done yet: it waits for a second person.',
          content: { 'application/json': { schema: shape(waitsForSecond, 'output') } },
        },
      }),
      ...Object.fromEntries(
        refusals.map((status) => [
          status,
          {
            description:
              catalogued(status) ??
              'Refused, with a code, its values, a sentence (in Swahili for Accept-Language: sw) and ' +
                'the fields it is about.',
          },
        ]),
      ),
    },
  }
}

export function document() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [area, endpoints] of Object.entries(contract as Record<string, AreaCalls>)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = `/api/${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(area, name, endpoint),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mshahara',
      version: productVersion(),
      description: 'Payroll and HR for Kenya.',
    },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

/** Written when somebody first asks: most starts of a server never need it. */
const written = onFirstUse(() => JSON.stringify(document()))

/**
 * The page to read it, a small server of its own. It is four megabytes of script, so it is loaded
 * when somebody first looks; Fastify itself takes no more plugins by then.
 */
const reader = onFirstUse(async () => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      // Nothing that would call a server of somebody else.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return pages
})

export async function openapi(app: FastifyInstance, config: Config) {
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (request) => forOperators(request, config))
    docs.get('/api/openapi.json', async (_request, reply) =>
      reply.type('application/json').send(written()),
    )
    // The reference page is third-party and starts with an inline script; nothing private is on it.
    docs.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; " +
          "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
          "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
    })
    for (const path of ['/api/docs', '/api/docs/*']) {
      docs.get(path, async ({ url }, reply) => {
        const page = await (await reader()).inject(url)
        const { location } = page.headers
        if (location) return reply.redirect(String(location), page.statusCode)
        return reply
          .code(page.statusCode)
          .type(String(page.headers['content-type']))
          .send(page.rawPayload)
      })
    }
  })
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}
