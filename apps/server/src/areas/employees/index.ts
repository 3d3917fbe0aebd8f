import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { monthInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { byOwnName } from '../../foundation/http/storage.ts'
import { arrears, avatar, changeStatus, create, nextNo, update } from './change.ts'
import { addFile, files, mayReadEmployeeFile } from './files.ts'
import { faults, importEmployees, template, upload } from './import.ts'
import { gross } from './pay-terms.ts'
import { get, list } from './read.ts'
import { say } from './sentences.ts'
import { waiting } from './waiting.ts'
import { check } from './warnings.ts'

export const employees = area('employees', {
  log: 'Employees',
  records: {
    employees: {
      kind: 'employee',
      name: "concat_ws(' ', first_name, last_name) || ' (' || employee_no || ')'",
    },
    salaries: { kind: 'salary', name: `'from ' || ${monthInWordsSql('month')}`, of: 'employee_id' },
    employee_files: { kind: 'file', name: 'name', of: 'employee_id' },
  },
  calls: bind(contract.employees, {
    list,
    nextNo,
    get,
    arrears,
    gross,
    check,
    create: crossing(create),
    update: crossing(update),
    status: crossing(changeStatus),
    avatar,
    files,
    addFile,
    upload: crossing(upload),
    faults: crossing(faults),
    template,
  }),
  jobs: [importEmployees],
  waiting,
  files: { employee: { find: byOwnName(mayReadEmployeeFile), papers: true } },
  refusals: {
    employees_employee_no: ['employee_no', say.numberTaken],
    employees_id_number: ['id_number', say.idTaken],
    employees_email: ['email', say.emailTaken],
    employees_dates: ['termination_date', say.endsBefore],
    employees_last_day: ['termination_date', say.lastDayNeeded],
    employees_department: ['department_id', say.chooseDepartment],
    employees_designation: ['designation_id', say.chooseDesignation],
    employees_work_station: ['work_station_id', say.chooseStation],
    employees_erased: [null, say.erased],
    employee_files_employee: ['employee_id', everywhere.employeeNotFound],
  },
})

export { type AddContext, addEmployees } from './add.ts'

export {
  arrearsBehind,
  arrearsIntake,
  arrearsToWire,
  arrearsWithItem,
  finalArrearsIntake,
} from './arrears.ts'

export { arrearsDueTo, arrearsOfMany, type Late } from './arrears-many.ts'

export { arrearsOfLeavers } from './arrears-of-leavers.ts'

export { changeEmployee, changePhoto, setLastDay } from './change.ts'
export { employeeColumns } from './import-columns.ts'
export { idsOf, placed, referencesOf, splitName } from './import-names.ts'
export { prefixOf } from './number.ts'
export {
  type Agreed,
  agreedInWords,
  type Converted,
  converting,
  houseOf,
  payOptions,
  type Taxed,
} from './pay-terms.ts'
export { personColumns } from './person-columns.ts'
export { type EmployeeRow, rowOf } from './read.ts'
export {
  asChange,
  inForceFirst,
  medianSalary,
  newestSalaries,
  recordSalaries,
  salariesOfMany,
  salaryIn,
} from './salary.ts'
export { agreedNetIntake, salaryIntake } from './salary-intake.ts'
export { sharedNumbers } from './shared-numbers.ts'
export { warningsAbout } from './warnings.ts'
