import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { budgetFaults, budgetTemplate, budgetUpload, importBudget } from './budget-import.ts'
import { get, sheet } from './cost-of-people.ts'
import { annual, annualSheet, monthly } from './reports.ts'

export const analytics = area('analytics', {
  log: 'Cost Budgets',
  records: {
    cost_budgets: {
      kind: 'line of a budget',
      name: `concat_ws(' ', nullif(component, ''), month)`,
    },
  },
  calls: [
    ...bind(contract.analytics, { annual, sheet: annualSheet, monthly }),
    ...bind(contract.costOfPeople, { get, sheet }),
    ...bind(contract.costBudgets, {
      ...{ upload: budgetUpload, faults: budgetFaults, template: budgetTemplate },
    }),
  ],
  jobs: [importBudget],
})
