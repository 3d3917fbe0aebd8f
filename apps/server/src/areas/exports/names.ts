import { exportLabel } from '@mshahara/contract/exports'
import { healthName } from '@mshahara/engine/figures'
import { fileName } from '../../foundation/core/file-name.ts'

/** What files are called when they are saved. */

const own: Record<string, string> = {
  all: 'Payroll',
  SEC_B: 'P10',
  ahl: 'AHL',
  fbt: 'FBT',
  bank: 'Bank',
}
const labelOf = (type: string, month: string) => own[type] ?? exportLabel(type, healthName(month))

interface FileSubject {
  type: string
  extension: string
  month: string
  status: string
  /** Of the run, where its month has several: their files must not be taken for each other. */
  code?: string | undefined
}

/** `P10-2026-10.csv`; what is not confirmed says so first (B25). */
export const nameOfFile = ({ type, extension, month, status, code }: FileSubject) =>
  fileName([markOf(status), labelOf(type, month), month, code], extension)

const markOf = (status: string) => (status === 'confirmed' ? null : status.toUpperCase())

/** The first line of a file whose figures must not be relied on. */
export const warningOf = (status: string): string | undefined =>
  ({
    draft: 'DRAFT: this payroll is not confirmed yet. Its figures may change.',
    reversed: 'REVERSED: this payroll is no longer valid.',
  })[status]
