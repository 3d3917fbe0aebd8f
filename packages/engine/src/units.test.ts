import { expectTypeOf, test } from 'vitest'
import type { BasisPoints, Cents, DayHundredths, DaysText, ShillingsText } from './units.ts'

test('one unit does not become another', () => {
  expectTypeOf<number>().toExtend<Cents>()
  expectTypeOf<Cents>().toExtend<number>()
  expectTypeOf<DayHundredths>().not.toExtend<Cents>()
  expectTypeOf<Cents>().not.toExtend<DayHundredths>()
  expectTypeOf<BasisPoints>().not.toExtend<Cents>()
  expectTypeOf<DaysText>().not.toExtend<ShillingsText>()
})
