import type { BankType } from '@mshahara/contract/bank-layouts'
import { exportGroups } from '@mshahara/contract/exports'

export const bankName = (type: BankType) =>
  exportGroups.flatMap(({ items }) => items).find(({ value }) => value === type)?.label ?? type
