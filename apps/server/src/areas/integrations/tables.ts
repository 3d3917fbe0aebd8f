import { type IntegrationType, mask } from '@mshahara/contract/integrations'
import { sql as drizzleSql, jsonb, text, uuid } from '../../foundation/core/drizzle.ts'
import { bytes, instant, orgTable } from '../../foundation/core/org-table.ts'
import { raw, sql } from '../../foundation/core/sql.ts'

/** What may be shown of an integration; a date as text. */
export interface IntegrationMeta {
  company_code?: string
  initiator_name?: string
  short_code?: string
  password_expires_on?: string
  per_second?: number
}

export const integrations = orgTable('integrations', {
  type: text().$type<IntegrationType>().notNull(),
  provider: text().notNull(),
  bank_code: text(),
  status: text().$type<'active' | 'inactive'>().notNull().default('active'),
  meta: jsonb().$type<IntegrationMeta>().notNull().default({}),
  sealed: bytes().notNull(),
  hook_hash: bytes(),
  created_at: instant().notNull().default(drizzleSql`app_now()`),
  tested_at: instant(),
  test_result: text(),
  test_id: uuid(),
  balance: text(),
  balance_at: instant(),
})

/** What leaves the server, for whoever may look: no secret, and a mask for the password. */
const iso = (column: string) =>
  `to_char(i.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
export const wireColumns = raw(`i.id, i.organization_id, i.type, i.provider, i.bank_code, i.status,
  ${iso('created_at')}, ${iso('tested_at')}, i.test_result,
  i.test_id is not null as test_open,
  (i.balance * 100)::bigint as balance, ${iso('balance_at')},
  i.meta || case when i.type = 'mpesa' then '{"initiator_password": "${mask}"}'::jsonb
    else '{}' end as meta`)

/** Of each type the one in use, or else the last that was; as JSON beside the organisation `o`. */
export const integrationsOf = sql`(select coalesce(jsonb_agg(to_jsonb(s) order by s.type), '[]')
  from (select distinct on (i.type) ${wireColumns} from integrations i
    where i.organization_id = o.id order by i.type, i.status, i.created_at desc) s)`
