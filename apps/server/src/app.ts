import type { FastifyInstance } from 'fastify'
import { analytics } from './areas/analytics/index.ts'
import { auth } from './areas/auth/index.ts'
import { benefits } from './areas/benefits/index.ts'
import { billing } from './areas/billing/index.ts'
import { callbacks } from './areas/callbacks/index.ts'
import { casualPayroll } from './areas/casual-payroll/index.ts'
import { casuals } from './areas/casuals/index.ts'
import { clients } from './areas/clients/index.ts'
import { corrections } from './areas/corrections/index.ts'
import { costCentres } from './areas/cost-centres/index.ts'
import { dashboardOf } from './areas/dashboard/index.ts'
import { deskOf } from './areas/desk/index.ts'
import { employees } from './areas/employees/index.ts'
import { exports } from './areas/exports/index.ts'
import { integrations } from './areas/integrations/index.ts'
import { journal } from './areas/journal/index.ts'
import { leave } from './areas/leave/index.ts'
import { leaving } from './areas/leaving/index.ts'
import { loans } from './areas/loans/index.ts'
import { logs } from './areas/logs/index.ts'
import { makerChecker } from './areas/maker-checker/index.ts'
import { massEmail } from './areas/mass-email/index.ts'
import { musterRoll } from './areas/muster-roll/index.ts'
import { myDetails } from './areas/my-details/index.ts'
import { notifications } from './areas/notifications/index.ts'
import { numbers } from './areas/numbers/index.ts'
import { offCycle } from './areas/off-cycle/index.ts'
import { opening } from './areas/opening/index.ts'
import { organizations } from './areas/organizations/index.ts'
import { payItems } from './areas/pay-items/index.ts'
import { payouts } from './areas/payouts/index.ts'
import { payroll } from './areas/payroll/index.ts'
import { payslips } from './areas/payslips/index.ts'
import { pensions } from './areas/pensions/index.ts'
import { raises } from './areas/raises/index.ts'
import { registers } from './areas/registers/index.ts'
import { remittances } from './areas/remittances/index.ts'
import { secondFactor } from './areas/second-factor/index.ts'
import { settings } from './areas/settings/index.ts'
import { structure } from './areas/structure/index.ts'
import { subscriptions } from './areas/subscriptions/index.ts'
import { users } from './areas/users/index.ts'
import { variablePay } from './areas/variable-pay/index.ts'
import { type Clock, systemClock } from './foundation/core/clock.ts'
import type { Area } from './foundation/http/area.ts'
import { type LogTo, openRoads, openServer } from './foundation/http/server.ts'
import type { Services } from './foundation/http/services.ts'
import { openServices, type ServicesOptions } from './services.ts'

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
  makerChecker,
  structure,
  employees,
  raises,
  casuals,
  musterRoll,
  payItems,
  variablePay,
  benefits,
  opening,
  pensions,
  costCentres,
  leave,
  loans,
  myDetails,
  payroll,
  offCycle,
  corrections,
  registers,
  payslips,
  casualPayroll,
  exports,
  remittances,
  leaving,
  payouts,
  journal,
  analytics,
]
export const areas: readonly Area[] = [...working, dashboardOf(working), deskOf(working)]

export interface AppOptions extends Omit<ServicesOptions, 'clock'> {
  clock?: Clock
  /** Run background jobs; several servers may do so at once. */
  workers?: boolean
  log?: LogTo
}

/** Builds the whole server without listening, so that tests and production run the same one. */
export async function buildApp(
  given: AppOptions,
): Promise<{ app: FastifyInstance; parts: Services }> {
  const { clock = systemClock, workers = true, log, ...options } = given
  const app = openServer(options.config, log)
  const { services, work, close } = await openServices({ ...options, clock }, areas, app.log)
  await openRoads(app, services, areas)
  if (workers) await work()
  app.addHook('onClose', close)
  return { app, parts: services }
}
