import { reports } from './analytics/screens.ts'
import { auth } from './auth/screens.ts'
import { billing, payments } from './billing/screens.ts'
import { casualPayroll } from './casual-payroll/screens.ts'
import { casuals } from './casuals/screens.ts'
import { corrections } from './corrections/screens.ts'
import { costCentres } from './cost-centres/screens.ts'
import { dashboard } from './dashboard/screens.ts'
import { desk } from './desk/screens.ts'
import { employees } from './employees/screens.ts'
import { returns } from './exports/screens.ts'
import { integrations } from './integrations/screens.ts'
import { journal } from './journal/screens.ts'
import { leave, ownLeave } from './leave/screens.ts'
import { leaving } from './leaving/screens.ts'
import type { Screen } from './lib/screen.ts'
import { loans, ownLoans } from './loans/screens.ts'
import { logs } from './logs/screens.ts'
import { makerChecker } from './maker-checker/screens.ts'
import { massEmail } from './mass-email/screens.ts'
import { musterRoll } from './muster-roll/screens.ts'
import { myDetails } from './my-details/screens.ts'
import { offCycle } from './off-cycle/screens.ts'
import { offline } from './offline/screens.ts'
import { opening } from './opening/screens.ts'
import { organization, organizations } from './organizations/screens.ts'
import { payouts } from './payouts/screens.ts'
import { payroll } from './payroll/screens.ts'
import { payslips, templates } from './payslips/screens.ts'
import { pensions } from './pensions/screens.ts'
import { raises } from './raises/screens.ts'
import { registers } from './registers/screens.ts'
import { remittances } from './remittances/screens.ts'
import { secondFactor } from './second-factor/screens.ts'
import { settings } from './settings/screens.ts'
import { structure } from './structure/screens.ts'
import { users } from './users/screens.ts'
import { variablePay } from './variable-pay/screens.ts'

/** Every screen, in the order of the sidebar; each area lists its own. */
export const screens: Screen[] = [
  dashboard,
  organization,
  structure,
  pensions,
  costCentres,
  employees,
  raises,
  leaving,
  casuals,
  musterRoll,
  leave,
  loans,
  payroll,
  offCycle,
  corrections,
  registers,
  casualPayroll,
  payouts,
  variablePay,
  opening,
  returns,
  remittances,
  makerChecker,
  journal,
  templates,
  billing,
  integrations,
  logs,
  users,
  reports,
  organizations,
  desk,
  payments,
  massEmail,
  settings,
  myDetails,
  payslips,
  ownLeave,
  ownLoans,
  auth,
  secondFactor,
  offline,
].flat()
