import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { dayInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { byOwnName } from '../../foundation/http/storage.ts'
import { report, sheet } from './analytics.ts'
import { attachments, count, create } from './apply.ts'
import * as approvals from './approvals.ts'
import { approverCalls } from './approvers.ts'
import * as balances from './balances.ts'
import { calendar } from './calendar.ts'
import { preview } from './changes.ts'
import * as claims from './claims.ts'
import { approve, cancel, reject } from './decide.ts'
import { delegate, delegations, endDelegation } from './delegations.ts'
import { digests } from './digests.ts'
import { encash, keepInstead } from './encash.ts'
import { ending } from './ending.ts'
import { feedCalls, feedPage } from './feed.ts'
import { estimatesWaiting, holidays } from './holidays.ts'
import { home } from './home.ts'
import { faults, importBalances, template, upload } from './import.ts'
import * as links from './links.ts'
import { passingOver } from './passing-on.ts'
import { filter, get, list, mayReadAttachment, people } from './read.ts'
import { recounting } from './recounting.ts'
import { leaveReminders } from './reminders.ts'
import { say, sayToStaff } from './sentences.ts'
import { settings } from './settings.ts'
import { shorten } from './shorten.ts'
import { types } from './types.ts'
import { leaveNight } from './year.ts'

const noEmployee = ['employee_id', everywhere.employeeNotFound] as const

export const leave = area('leave', {
  log: 'Leave',
  records: {
    leave_types: { kind: 'leave type', name: 'name' },
    leave_holidays: { kind: 'public holiday', name: `name || ', ' || ${dayInWordsSql('day')}` },
    leave_requests: {
      kind: 'leave request',
      name: `'from ' || ${dayInWordsSql('start_date')}`,
      of: 'employee_id',
    },
    leave_pay_days: {
      kind: 'claim for unpaid leave',
      name: "trim_scale(days) || ' days of ' || month",
      of: 'employee_id',
    },
  },
  calls: [
    ...bind(contract.leaveTypes, types),
    ...bind(contract.leaveHolidays, holidays),
    ...bind(contract.leaveSettings, settings),
    ...bind(contract.leaveRequests, {
      ...{ list, filter, create, count, get, approve, reject, cancel, shorten, people },
    }),
    ...bind(contract.leaveApprovers, approverCalls),
    ...bind(contract.leaveApprovals, {
      list: approvals.list,
      reassign: approvals.reassign,
      open: links.open,
      decide: links.decide,
      ...{ delegations, delegate, endDelegation },
    }),
    ...bind(contract.leaveBalances, {
      list: balances.list,
      filter: balances.filter,
      years: balances.years,
      create: balances.create,
      update: balances.update,
      ledger: balances.ledger,
      ofEmployee: balances.ofEmployee,
      ...{ encash, keepInstead, upload, faults, template },
    }),
    ...bind(contract.leaveCalendar, { get: calendar, ...feedCalls }),
    ...bind(contract.leaveAnalytics, { get: report, sheet }),
    ...bind(contract.leaveChanges, { preview }),
    ...bind(contract.leaveClaims, { ofEmployee: claims.ofEmployee, close: claims.close }),
  ],
  jobs: [leaveNight, leaveReminders, importBalances],
  files: { [attachments]: { find: byOwnName(mayReadAttachment), papers: true } },
  waiting: async (ctx) => [...(await approvals.waiting(ctx)), ...(await estimatesWaiting(ctx))],
  home,
  pages: feedPage,
  pollers: (services) => [
    passingOver(services),
    recounting(services),
    ending(services),
    digests(services),
  ],
  refusals: {
    leave_types_name: ['name', sayToStaff.typeNameTaken],
    leave_types_code: ['code', sayToStaff.typeCodeTaken],
    leave_types_paid_out: ['encashable', sayToStaff.unpaidNotPaidOut],
    leave_holidays_day: ['day', sayToStaff.holidayTaken],
    leave_balance_spent: ['end_date', say.spent],
    leave_requests_apart: ['start_date', say.overlaps],
    leave_requests_employee: noEmployee,
    leave_requests_cover: ['cover_employee_id', everywhere.employeeNotFound],
    leave_balances_over: ['year', sayToStaff.yearOver],
    leave_balances_ahead: ['year', sayToStaff.yearTooFar],
    leave_encashments_begun: [null, sayToStaff.yearNotBegun],
    leave_balances_employee: noEmployee,
    leave_balances_type: ['leave_type_id', say.typeNotFound],
    leave_balances_once: ['leave_type_id', sayToStaff.balanceExists],
    leave_approvers_once: ['user_id', sayToStaff.appointed],
    leave_approvers_work_station: ['work_station_id', sayToStaff.stationNotFound],
    leave_approvers_department: ['department_id', sayToStaff.departmentNotFound],
    leave_approvers_designation: ['designation_id', sayToStaff.designationNotFound],
    leave_approvals_once: ['user_id', sayToStaff.askedAlready],
    leave_entries_kept: [null, sayToStaff.ledgerKept],
    leave_days_kept: [null, say.keepsCount],
    leave_pay_approved: [null, sayToStaff.approveByName],
    leave_paid_out_adds_up: [null, sayToStaff.paidMeanwhile],
    leave_pay_kept: [null, say.paid],
    payrolls_given_back: [null, sayToStaff.givenBackLater],
    leave_adds_up: [null, everywhere.changedMeanwhile],
  },
})

export { recordLeave } from './apply.ts'
export { approveRequest } from './decide.ts'
export { duesBeyond, finalLeaveIntake, leaveLeftOn } from './final-dues.ts'
export {
  leaveBeyond,
  leaveEnded,
  leaveLeft,
  leaveMoved,
  leaveUndecided,
  leftWithLeave,
} from './findings.ts'
export { leaveIntakes } from './intake.ts'
export { daysCarriedIn } from './unpaid-days-carried.ts'
export type { LeaveWork } from './work.ts'
export { overNight } from './year.ts'
