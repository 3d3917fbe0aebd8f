import { secondFactor } from '@mshahara/contract/second-factor'
import type { ComponentProps } from 'react'
import { useRead } from '../lib/api.ts'
import { Prove } from './prove.tsx'

/** A question, and a while after the sign-in with it what the person has to prove who they are. */
export default function ProveOwn(props: Omit<ComponentProps<typeof Prove>, 'factors' | 'fresh'>) {
  const { data } = useRead(secondFactor.list)
  if (!data) return null
  const { factors, fresh } = data
  return <Prove key={String(fresh)} {...props} factors={factors} fresh={fresh} />
}
