;; out[i] = query · row i, for rows of signed bytes that lie one behind the other. Addresses and the length in bytes; the length is
;; a multiple of 16. Sums stay within 32 bits for lengths up to 131,072.
(module
  (import "meanings" "memory" (memory 1))
  (func (export "dots") (param $query i32) (param $rows i32) (param $length i32) (param $count i32) (param $out i32)
    (local $at i32) (local $end i32) (local $q i32) (local $sum v128) (local $a v128) (local $b v128)
    (local.set $at (local.get $rows))
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $rows_loop
      (local.set $q (local.get $query))
      (local.set $end (i32.add (local.get $at) (local.get $length)))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $bytes_loop
        (local.set $a (v128.load (local.get $q)))
        (local.set $b (v128.load (local.get $at)))
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))))
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b)))))
        (local.set $q (i32.add (local.get $q) (i32.const 16)))
        (br_if $bytes_loop (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (i32.store (local.get $out) (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
        (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $rows_loop (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
