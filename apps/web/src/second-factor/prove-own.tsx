import { secondFactor } from '@mshahara/contract/second-factor'
import type { ComponentProps } from 'react'
import { useRead } from '../lib/api.ts'
import { Prove } from './prove.tsx'

/** The same, for whoever does not know yet what the person has. */
export default function ProveOwn(props: Omit<ComponentProps<typeof Prove>, 'factors'>) {
  const { data } = useRead(secondFactor.list)
  return data ? <Prove {...props} factors={data.factors} /> : null
}
