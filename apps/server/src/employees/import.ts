import type { contract } from '@mshahara/contract'
import type { Handler } from '../core/bind.ts'
import { fail } from '../core/fail.ts'

type Employees = typeof contract.employees

export const upload: Handler<Employees['upload']> = async () => fail(422, 'Not available yet.')
export const template: Handler<Employees['template']> = async () => fail(422, 'Not available yet.')
