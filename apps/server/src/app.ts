import type { FastifyInstance } from 'fastify'
import { analytics } from './analytics/index.ts'
import { auth } from './auth/index.ts'
import { billing } from './billing/index.ts'
import { callbacks } from './callbacks/index.ts'
import { casualPayroll } from './casual-payroll/index.ts'
import { casuals } from './casuals/index.ts'
import { clients } from './clients/index.ts'
import { type Clock, systemClock } from './core/clock.ts'
import { dashboardOf } from './dashboard/index.ts'
import { deskOf } from './desk/index.ts'
import { employees } from './employees/index.ts'
import { exports } from './exports/index.ts'
import { type HouseOptions, openHouse } from './house.ts'
import type { Area } from './http/area.ts'
import type { House } from './http/house.ts'
import { type LogTo, openRoads, openServer } from './http/server.ts'
import { integrations } from './integrations/index.ts'
import { leave } from './leave/index.ts'
import { loans } from './loans/index.ts'
import { logs } from './logs/index.ts'
import { massEmail } from './mass-email/index.ts'
import { musterRoll } from './muster-roll/index.ts'
import { myDetails } from './my-details/index.ts'
import { notifications } from './notifications/index.ts'
import { numbers } from './numbers/index.ts'
import { organizations } from './organizations/index.ts'
import { payItems } from './pay-items/index.ts'
import { payouts } from './payouts/index.ts'
import { payroll } from './payroll/index.ts'
import { payslips } from './payslips/index.ts'
import { secondFactor } from './second-factor/index.ts'
import { settings } from './settings/index.ts'
import { structure } from './structure/index.ts'
import { subscriptions } from './subscriptions/index.ts'
import { users } from './users/index.ts'
import { variablePay } from './variable-pay/index.ts'

/** The areas in the order of dependency: each may call only those before it. */
const working: readonly Area[] = [
  logs,
  notifications,
  settings,
  subscriptions,
  organizations,
  users,
  secondFactor,
  auth,
  clients,
  callbacks,
  numbers,
  integrations,
  massEmail,
  billing,
  structure,
  employees,
  casuals,
  musterRoll,
  payItems,
  variablePay,
  leave,
  loans,
  myDetails,
  payroll,
  payslips,
  casualPayroll,
  exports,
  payouts,
  analytics,
]
export const areas: readonly Area[] = [...working, dashboardOf(working), deskOf(working)]

export interface AppOptions extends Omit<HouseOptions, 'clock'> {
  clock?: Clock
  /** Run background jobs; several servers may do so at once. */
  workers?: boolean
  log?: LogTo
}

/** Builds the whole server without listening, so that tests and production run the same one. */
export async function buildApp({
  clock = systemClock,
  workers = true,
  log,
  ...options
}: AppOptions): Promise<{ app: FastifyInstance; parts: House }> {
  const app = openServer(options.config, log)
  const { house, work, close } = await openHouse({ ...options, clock }, areas, app.log)
  await openRoads(app, house, areas)
  if (workers) await work()
  app.addHook('onClose', close)
  return { app, parts: house }
}
