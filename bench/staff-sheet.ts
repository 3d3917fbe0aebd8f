import { xlsx } from '../apps/server/src/test/spreadsheets.ts'

/** This many employees with every column filled in, each with a sign-in. */
export function staffSheet(rows: number, first = 0): Uint8Array {
  const person = (index: number): Record<string, unknown> => ({
    'Employee No': `E-${index}`,
    'First Name': `First${index}`,
    'Middle Name': 'Middle',
    'Last Name': `Last${index}`,
    'ID Number': 10_000_000 + index,
    Phone: 712_000_000 + index,
    Email: `employee-${index}@bench.test`,
    Gender: index % 2 ? 'Male' : 'Female',
    'Date of Birth': 32_000 + (index % 4000),
    Disability: 'No',
    Address: `P.O. Box ${index}-00100, Nairobi`,
    'Kin Name': 'Somebody Else',
    'Kin Relationship': 'Sibling',
    'Kin Phone': '0722000111',
    'Employment Terms': index % 3 ? 'Permanent' : 'Contract',
    Salary: 30_000 + index,
    'Employment Date': '2025-01-06',
    'Deduct PAYE': 'Yes',
    'Deduct SHIF': 'Yes',
    'Deduct NSSF': 'Yes',
    'Housing Levy': 'Yes',
    'Deduct NITA': 'Yes',
    'Email Payslip': 'Yes',
    'PIN No': `A${String(index).padStart(9, '0')}B`,
    'NSSF No': `20${index}`,
    'SHIF No': `CR${index}`,
    'Bank Name': 'Equity Bank Limited',
    'Branch Name': 'Nakuru',
    'Account Number': `0100${index}`,
  })
  const titles = Object.keys(person(0))
  const people = Array.from({ length: rows }, (_, index) => Object.values(person(first + index)))
  return xlsx([titles, ...people])
}
