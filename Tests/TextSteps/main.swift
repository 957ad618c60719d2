import TestTools

/// Calls every function that reads what comes from outside with texts and files of one length and of four times that, under
/// callgrind, which writes how many instructions were executed since the last mark. Prints what is between two marks, in
/// order. (`TextStepsTests` starts it and compares.)
///
/// Callgrind knows this function by its symbol, which is its Swift name otherwise.
@_silgen_name("text_steps_mark")
@inline(never)
func mark() {}

/// In scalars of a text, or parts of a file.
let lengths = [400, 1_600]

let sample = Sample(oneIn: 3)

for function in typedTexts + files where sample.takes(function.name) {
    for input in function.inputs {
        // What is made once, such as tables of a library, is made before it is counted.
        function.read(input.make(20))
        for length in lengths {
            let text = input.make(length)
            mark()
            function.read(text)
            mark()
            print("read \(function.name), \(input.name)")
        }
    }
}
