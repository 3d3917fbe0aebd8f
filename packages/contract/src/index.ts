import { analytics } from './analytics.ts'
import { auth } from './auth.ts'
import { benefits } from './benefit-records.ts'
import { billing } from './billing.ts'
import { casualPayrolls } from './casual-payroll.ts'
import { casualAdvances, casualDeductions, casuals, casualTerms } from './casuals.ts'
import { clients } from './clients.ts'
import { corrections } from './corrections.ts'
import { costCentres, costSplits } from './cost-centres.ts'
import { costBudgets, costOfPeople } from './cost-of-people.ts'
import { dashboard } from './dashboard.ts'
import { desk } from './desk.ts'
import { employees } from './employees.ts'
import type { AreaCalls } from './endpoint.ts'
import { exports } from './exports.ts'
import { integrations } from './integrations.ts'
import { journal, journalAccounts } from './journal.ts'
import { lawCalls } from './law.ts'
import { leaveHolidays, leaveSettings, leaveTypes } from './leave.ts'
import { leaveAnalytics, leaveBalances, leaveCalendar } from './leave-balances.ts'
import { leaveChanges } from './leave-changes.ts'
import { leaveClaims } from './leave-claims.ts'
import { leaveApprovals, leaveApprovers, leaveRequests } from './leave-requests.ts'
import { finalClaims, leaving } from './leaving.ts'
import { loanStatements, loans } from './loans.ts'
import { logs } from './logs.ts'
import { makerChecker } from './maker-checker.ts'
import { massEmails } from './mass-email.ts'
import { musterRolls } from './muster-roll.ts'
import { detailProposals, myDetails } from './my-details.ts'
import { notifications } from './notifications.ts'
import { offCycle } from './off-cycle.ts'
import { openingBalances } from './opening.ts'
import { organizations } from './organizations.ts'
import { allowances, deductions, incomes, revenues } from './pay-items.ts'
import { payouts } from './payouts.ts'
import { payrolls } from './payroll.ts'
import { payrollVariances } from './payroll-variance.ts'
import { payslips, payslipTemplates } from './payslips.ts'
import { pensionMembers, pensionSchemes } from './pensions.ts'
import { raises } from './raises.ts'
import { registers } from './registers.ts'
import { remittances } from './remittances.ts'
import { returns } from './returns.ts'
import { secondFactor, secondSteps } from './second-factor.ts'
import { settings } from './settings.ts'
import { commissionRates, departments, designations, workStations } from './structure.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'
import { variablePay } from './variable-pay.ts'

/** Every call there is, by area. What is not here, the browser cannot call. */
export const contract = {
  logs,
  notifications,
  settings: { ...lawCalls, ...settings },
  subscriptions,
  organizations,
  users,
  secondFactor,
  secondSteps,
  auth,
  clients,
  integrations,
  massEmails,
  billing,
  makerChecker,
  departments,
  designations,
  workStations,
  commissionRates,
  employees,
  raises,
  casuals,
  casualAdvances,
  casualDeductions,
  casualTerms,
  musterRolls,
  allowances,
  incomes,
  deductions,
  revenues,
  variablePay,
  benefits,
  openingBalances,
  pensionSchemes,
  pensionMembers,
  costCentres,
  costSplits,
  leaveTypes,
  leaveHolidays,
  leaveSettings,
  leaveRequests,
  leaveApprovers,
  leaveApprovals,
  leaveBalances,
  leaveCalendar,
  leaveAnalytics,
  leaveChanges,
  leaveClaims,
  loans,
  myDetails,
  detailProposals,
  payrolls,
  payrollVariances,
  offCycle,
  corrections,
  registers,
  payslips,
  payslipTemplates,
  casualPayrolls,
  exports,
  returns,
  loanStatements,
  remittances,
  finalClaims,
  leaving,
  payouts,
  journalAccounts,
  journal,
  analytics,
  costOfPeople,
  costBudgets,
  dashboard,
  desk,
} satisfies Record<string, AreaCalls>

export * from './endpoint.ts'
export * from './errors.ts'
export * from './limits.ts'
export * from './permissions.ts'
