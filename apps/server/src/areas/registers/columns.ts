import type { Column } from '../../foundation/sheets/columns.ts'
import { registerAmount, whoColumns } from '../../foundation/sheets/register.ts'

/** What other systems call the columns of a register. */
export const columns: Column[] = [
  ...whoColumns,
  registerAmount('salary', 'Basic Salary', ['Basic Pay', 'Basic', 'Salary']),
  registerAmount('gross', 'Gross Pay', [
    'Gross',
    'Gross Salary',
    'Gross Income',
    'Total Gross Pay',
  ]),
  registerAmount('taxable', 'Taxable Pay', ['Taxable', 'Taxable Income', 'Chargeable Pay']),
  registerAmount('paye', 'PAYE', ['P.A.Y.E', 'PAYE Tax', 'Net PAYE', 'Tax', 'Income Tax']),
  registerAmount('nssf', 'NSSF', ['NSSF Employee', 'Employee NSSF', 'NSSF Contribution']),
  registerAmount('health', 'SHIF', ['SHA', 'NHIF', 'SHIF Contribution', 'SHA/SHIF', 'NHIF/SHIF']),
  registerAmount('housing', 'Housing Levy', [
    ...['AHL', 'Affordable Housing Levy', 'Housing', 'Employee Housing Levy', 'NHDF'],
  ]),
  registerAmount('other_deductions', 'Other Deductions', [
    'Other Deduction',
    'Total Other Deductions',
  ]),
  registerAmount('total_deductions', 'Total Deductions', ['Deductions', 'Total Deduction']),
  registerAmount('net', 'Net Pay', ['Net', 'Net Salary', 'Net Income', 'Take Home']),
]
