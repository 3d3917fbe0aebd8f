import type { contract } from '@mshahara/contract'
import type { Handler } from '../core/bind.ts'
import { fail } from '../core/fail.ts'

type Allowances = typeof contract.allowances

export const upload: Handler<Allowances['upload']> = async () => fail(422, 'Not available yet.')
export const template: Handler<Allowances['template']> = async () => fail(422, 'Not available yet.')
