/**
 * What is known about the o200k tokenizer, as small tables. The words and runs are facts a test holds against the
 * tokenizer; the pair costs are fitted so that text in some hundred languages, code and random letters are not
 * underrated, natural English by less than a third overrated.
 */

/** One token each, also with a capital first letter, with or without a space before. Others cost by their pairs. */
export const wholeWords = `
aa abort about above absolute abstract accept access accessible according accuracy actions activate
active actual actually ada adapter add added adding additional addr address addresses adds administrator
advanced ae af after again against agent agreement alg algorithm alias all alloc allocate allow allowed
allows almost alpha already also alternative always amp an anchor and android angle anna annotation
anonymous another answer answers any anything apache api app append application applications apply
approximately arch architecture archive are arg args argument arguments around array arrays arrow as
asked assembly assert assign assigned assignment associated ast async atomic attached attempt attr
attribute attributes au audio audit auth authentication author authorization auto automatic available
avatar average avoid await axis back backend background backup bad badge bag bar bare base based basic
batch baz be beam because been before begin behavior behind being below bench benchmark best better
between big bin binary bind binding bio bit bitmap bits black blank blob block blocking blocks blue body
bold bool boolean bootstrap borrow bot both bound boundary bounds box br brace branch break brief
broadcast broken browse browser budget buf buffer bug build builder building built bundle but button by
byte bytes cache cached calculate call callback called caller calling calls can cancel candidate cannot
capture case cases cast catch categories category cause cd cell cert certain certificate cf chain
challenge chance change changed changes channel channels char character characters charset chat check
checkout checks child children choice choose chunk ci class clean clear cli client clients clone close
closed cluster cmd code collect collection collections color colors column columns com combine command
commands comment comments commit common compare comparison compatible compile compiler complete
completion complex component components compute computer condition conditional conf confidence config
configuration configure connect connected connection connections console const constant constants
constraint constraints construct constructor container contains content contents context continue
control controller controls conversion convert cookie coordinates copy copyright correct cost could
count coverage cpu create created creates cross crypto csv ctrl curr current currently cursor curve
custom cut cycle da data database date days db dc deb debug decimal declare decode decoder deep def
default defaults define defined definition definitions del delay delete deleted delta dependencies
dependency depending depends deployment deprecated depth der derived describe description descriptor
desktop destroy detail details detect dev developer development device dict dictionary diff difference
different dimension dimensions dir direction directive directory disable disabled disconnect dispatch
dispatcher display dist distance distributed distribution div do doc docs document documentation
documents does dom domain done dot double download downloads draft drive driver drop dt due dup duration
during dyn dynamic each early eb edge edit editable ee effect effects either element elements else email
embedded emit empty enable enabled encode encoding encrypt end endpoint ends engine ensure enterprise
entries entry enum env environment eq equal equals err error errors escape estimate eval evaluate
evaluation even event events every everything exact example examples except exception exceptions
exclusive exec execute execution executor exist existing exists exit exp expand expect expected
experimental explicit export expr expression ext extend extended extension extensions external extra
extras eye factor factory facts fail failed failure false family fast fatal fb fc fe feature features
feedback fetch few field fields file filename files fill filled filter find finish finished first fix
fixed flag flags flat flatten float floating flush fn fold folder follow following foo for force fork
form format formats formatter formula forward found fragment frame free freeze frequency fresh friend
from front fs full fully func function functions future fx gain generate generated generation generator
generic get gets git github give given glob global globals go gone good grammar grant graph greater
green grey group groups growth guard guide handle handler handles handling has hash have having hd head
header headers heads heap height hello help helper helpers here hi hide high highlight history hits hold
home homepage hook hooks host how however html http hub id identifier identify identity idle if ignore
im image img impl implement implementation import important imports in include included includes
including incoming index indicator individual inf infer info information init initial initialize
initialized inline inner input inputs insert inside inspect install installation installed instance
instances instead instruction instructions int integer intent interactive interface interfaces intern
internal intersection interval into invalid ip is iso issue issues it item items iter iterator its java
javascript job jobs join js json just keep key keys keyword keywords kill kind know knowledge known
label labels lambda landing lang language languages large last later latest layout lazy leading least
leave left legacy len length let letters level levels lexer lib libraries library license life like
limit limited line linear lines link linked links linux list listed listen listener listing lists
literal live load loaded loader loading loads local locale located location lock locked log logging
logic login logo long look looking looks lookup loop lost lower lt lu mac machine made main maintenance
major make makes making managed manager manifest manual many map mapping maps mark markdown marker marks
mask master match matcher matches matching math matrix max maximum may mb mc md meaning means measure
media medium member members memory menu merge message messages meta metadata method methods metric
metrics middle middleware mime min mine mini minimum misc missing mixed mod mode model models modified
modify module modules more most mostly mount move ms msg much multi multiple must mut mutable my na name
named names namespace nano native nature necessary need needed needs negative net network never new news
next nil no node nodes non none norm normal normalize normally not note notes nothing notice
notification notifications now null nullable num number numbers numeric nx obj object objects observe
observer of off official offset often ok old older once one only op open operation operations operator
operators ops opt optimization option optional options order ordering org organization organizations
origin original os other otherwise out outline output outputs outside over overflow override overview
own owned owners ownership pack package packages padding page pair paper parallel param parameter
parameters params parcel parent parents parse parsed parser part partial partition parts pass passed
passing password patch path paths pattern patterns payload peer pending people perf perform performance
permission permissions persistent phase phi photo physics pi pick pieces pipe pipeline place placement
plain platform please plugin point pointer points policy pool pop port portable position possible post
potential precision predicate prefer preferred prefix prev prevent preview previous primary primitive
print priority private pro probably problem proc process processor produce production profile profiles
program progress project projects promise prompt properties property proposal props protected proto
protocol prototype provide provided provider proxy ptr pub public publish published publisher pull
purpose push put px py python qualified query queue quiet quote quotes radius raise raises random range
rate rather raw reach read reader reads ready real rear reason received receiver recommended record
recursive redirect ref reference references refresh reg regex region regions register registered
registry regular reject related relationship relative release remaining remark remember remote remove
removed rename render repeat replace replacement repo report repository representation req request
requested requests require required requirements requires res research reserve reserved reset resolution
resolve resolver resource resources response result results retry return returned returns rev reverse
right risk root roots round router rows rule rules run running runs runtime rx safe salt same sample
samples sampling sans save scalar scale scatter schedule scheduler schema scheme scope score scratch
script scripts search second seconds secret section sections secure security see seed seek seen segment
select selected self semantic send sep separator seq sequence serialization serialize serialized server
servers service services session set sets setter setting settings setup sh sha shape share shared
sharing shell shift short shortcut should show shows shuffle shutdown side sig sign signal signature
signed silent similar simple since single singleton size sk skills skip slash sleep slice slot slots
slow small smart snapshot so socket software solution solver some something sometimes sort sorted source
sources space span spawn spec special specific speed spell split sql square src stable stack standard
start started starting starts startup stat state statement states static stats status std step steps
still stop storage store str strategy stream streams strict string strings strip struct structure
structured structures style sub subject submit subscription success successful such sum summary sup
super support supported supports sure svg switch symbol symbols syn sync syntax sys system systems tab
table tag tags take taken tar target targets task tasks td temp template term terminal test testing
tests text than that the their them then there these theta they things third this those thread threads
three threshold through throw throws ticket time timeline timeout times timestamp title tk tmp to today
todo toggle token tokens too tool toolbar tools top total trace trait traits transfer transform
transition translate translation translator transparent transport tree trees trigger trim true trust try
ts tuple two txt type typed types uint undefined under undo unicode union unique unit units unix unknown
unless unsafe unsupported until up update updated updates upgrade uri url usage use used user username
users using usually utf util utils val valid validate validation validator validators value values var
variable variables vector verify version versions via video view virtual vision visit visitor vm void
wait waiting walk want warn warning was we weak web website weight weighted welcome well what whatever
wheel when where whether which while white whole widgets width wiki will win window windows with within
without word words work worker workers workflow working works workspace world would wrap wrapper write
writer writes written xml year years yellow yet yield you your zero
`

/** Runs of punctuation that are one token. */
export const wholeRuns = String.raw`
!( != !== """ "", ") "), "); ", "," ". "./ ": ":" ":[" ":[] ":{" "; "\ "] "} "},{" "}} ## ### #### && '#
'' ') '), '). ', '- '. '/ ': '; '[ '\ '] (! (" (# (& (' (( () ()) (), (). (): (); (* (- ([ ([[ (_ (__ ({
)) ), ). ): ); *) ** *** */ ++ += ," -- --- --> -> ., .. ... /* /** /. // /// /> :", :: :[ <!-- </ <= ="
=' == === => >( >< ></ >= >>> ?. ?: ?? [" [' [, [] [], [{ \\ ]) ], ]," ]. ]; ][ __ __( {" {} || }) });
}, }," },{" }: }; }] }], }} }},
`

/** Runs that are two: what lies between the values of JSON. */
export const doubleRuns = `
":[{" "]," "}," "}]," ":[]," ":[]} "}] }]," "}]} "]} "]}," }}," "}}," }]} ":- :[{" }]}}
`

/** Tenths of a token that the step from one letter to the next costs: a row per letter, a column per next letter. */
export const letterPairs = `
52217424553031736111545524
35562796357187479325467637
27461772260158176251368745
46752666386576477636577546
35214447665232756113766146
48753367286466387554476637
67872853588564689246679846
38972877466457378444677636
34122117753230037321839462
37862877566567476726587649
46752767576677589745587849
37853668367276379845568809
36861886277536326836487647
36323515553555458611547735
63326427663220537023232445
28661764476156237022557737
67778997899668884676197769
36630646395544268523656726
57473785485678436821486828
47762783197577359234577718
42433426273121738211768546
38770887387566387656688747
37742764376674479347777538
76765798699877949963999458
69986879998876769858998978
48972867588676689788596746
`

/**
 * Ideographs (U+4E00 to U+9FFF) and Hangul syllables (from U+AC00) that are one token: a bit per character, lowest
 * bit first, in base64. The others are two or three.
 */
export const wholeIdeographs = `
i29YNXAlVW8oW5GjQwALQETbNkzSegSEI2x4AzgUxCgCpIKnUYAREUDgKRoJAgiAQAgAKIuAIIAcBIAgAkACBAAoBoISCABUgIAAFCAA
0IAgAAACABGIAACgIAAAAAACEAAAAAAEAIB6KxcEoDv7OWA1BBoBEK0IQZIAIFOgAS3BBIYvMQrBDYQkAgCQhiQAgAAAyAMHDoKAACSi
FAAAgCAAwAIAAAAOi8X8BYcImwFkCiCFQAEAiAx/0gF4nM0BGHejyMCZEEsBBQABBAEoOAAYQAAABQAAAiEAAGIkBAAAAAEAAMACAECE
AABgBAAAEAQAMQBAwAAAQAAAAIAAAABCAAgAABCAAAAAEAABAAAAAAAAAAAAAAAAAEgNIB1kQAlEgQgBCUSFhIMsQgQAAAgIAAAAAAAA
CEAQgAAAAAYEAAAAAgAyAAAAEkEACAAACACIQgABAACCAAAAAEgFAJCiYJSEThIGgIvSACAA2COEAUhCAEAACkAIGxQAAQCAigAAGQAA
AgBAAAAEQACAAAAABAAAAAggBhAAAAACAAAAAgAAAAAAAAAAsYNYAgABqpuA9R9IWOJQEAygQAlA39btUiQQAAL1J4wgQCCAAgACAIAI
AiIIAQAAAAACAEEAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYOJBFgguEUEgQOhJISAAIAAAAFy5WIS4kMAogAAAAgAACADABB2E
oIEBAKIGAAAsAEQCAxozGYVAAkaYIGgggBOBCCAgA0BkIKIEAAgACAUABIJAAAACAIBJBQQAIAQCEAGBCAAAgACIAAAAgABJAACEAAEA
AAAAAAAAAAAEAgAAAAAAAAGARwFABNWJAWguAYgaQ8IBBKhRNAgiMGAiXJkgEwjQhgICACqAAAQAACCABECAAAgTBAimBQQAAIIFCAIg
EAAAgABQADAABNAAAAEAAgABCAAGQBBgAAEAJAAEQAAAAAAAACAAgEDKIJGCAkwQMQGAAIACEKABMiKIgADlM0AERFAYgCGhAFAECAwE
AMFRBIQAwgAAQRAAAAAAMAAAFdMJK4CoAL0CBE3CA5AioQPAEgCBNAAEQAAQgBkQIAAaCICIggACBIATTBECACgAQAAiAAAgQIEBAAEI
BAQAQAAAACAEEAAAAAAAAAAEACAgMAQAABAAAAAAAAgAAQAAACAEAAgCCgQAAAAIAIAAAABCAAAAAAAAAAAAAAAAAAAAAAAEAACPAARE
ABIIAH4CnAgADEAAAAAgBCLgNAgACAAAAICSAIgAEAGGAoCAEwAAJAoDRIIGBAiKEgYgCCYBCSACCIBIIAQESGJICBBARpAAAAMICkCD
JAAAAAABAgiCCCABAQgDkgABAABAAQAAAMABAEEAAAQAAAAIAgQSARCABIAQAAQIAAAAABARAGAAAAAAAAACAAgAAQAAAAAAAAAAAAAA
AAAAAAAAAAAIqCFAAEIEAABAABcAAQCAwCAAAAAAAABCAEAQABAAApAAAAAABACAAAACAAgAIIAAAAAAQAAAAAAA4yGAEQAKhgIEAgAA
AAAAkEAABACBAAEQABEAQAAYAEwQAAAAAAAAAAABkApACACCBQgAIAAAASAAQEgAAAAABBgAAAAAQAAAAAAIAAAAAAABAAAAABBIAEAA
AAAAlQwBrw0gEAACIAxBAEAAggAAiARQoAAACAAAAAAAAAAAAAAAAAQQAAAAAAB80AAAAABAAABABceJGEAQQQIaAIABAAAQAQAACAoA
AAAAAAAAABAAAAAAAAAgIgiABgBQAAAAEAABACAAAFAAAABgAgAAAAEUAgAAAAABAAAAAAAAAAAAVAAAQGAgIQAAAoAAAIAAAGgDKAaB
QIABCABoAAAAQAqAQCAAAAAAUIQCIIAgIAAAAAAIAMIhgEACAAASAEAQAABAClIIAAAAQgEAgAACIAIAgQIAAABAAAAAAAAAAgAAAAAg
AAAAAAgIAAKEABBAAEAAAGAAAAAACDEgEAaFiAECFBABAEIARgAAAAgEACAEAACABAQBAQAAEAAAAABAAGACAAAAAAAAAAAQAADFlKyj
2KEqs4AmEJAAAEgBAAIQBAAAggQARgQAIEQAQBACACACEBQAAQAAGCsQgQAAAAgAABQQRQCEhAAIEkAAMoIEBEhQQFACAEAhBAACBAAA
AgEAACEAAAAJwgAAABAAAAAgAQAAAAgkGASAIZTAABQBAoAAAAAAgIxEBAAAIACQCiEAoIIAYAACAAgAAAAAAEABAAIFAAqAgAAAQghA
AAiGAAAQABAAgAQAEBAAICARACAAAoAICgAAAAQAAAIAAAQAAAAAIAAAAAAAAAAAAgAAAAACAAAAAgAAEAAAAEAUAAAAgAAgEAAAAAAA
AAAAAAAAAEAjhAAIACIAAAAAAAAAAIAIAAgAAAAABAAAEAAAAAAAAAAAAABAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEQiAgqAQAA
AAhAEAAoAAAmgCAyEAAAIQAAAAAAAAAAAAAAAAAEAIBCiEAEgAQIIFcDBABIAAAABUUAAQAkChQAACBARAAKAAAyAEEANAWAgAhAAAAA
AAAAAAAoAAAAAAACAAFAAIEAAQQIABbjBcVTJ6IkZKCSTQoJCBAEAYIAQAQAAAIEAAIAEAAAAxOAGYEAAEAABAAQAAAAoP6psAMSmFBM
FQjxACAMAAAIAAgACBACoACBKAAAgAAAAAYAAAAAAAAAAAAAAgAAAAAIAAAAJAAABAAAIAgCAAAAhAABAAIAAEDTEChoAkpISAEHdqJB
E/sADIEiT4YVhgkABhmEbLgAKWIggREAAgBIRAAIAEACAAAhICAAAAAAAAAAAAAgBAAAAIABAAIEAAAIAACA9AIAAAAAAAAAAAAAAAAA
EAAAAAAAEAABAAAAAAAAAAAAAAAAAAAAEAAAAACABAAAAAAAAAAgAAAAAAAAAAAAAAEAAAAAAAAAAAABAAAAAAAAAAAACAAAAAEAgCRA
AggKAAAQACBARCMIAQJCQAAAgAAAEAAAgIABCggABAAGAAAAABAAZRQIIgAAgAAEfIhwMQEAFAbhJEDEERgAAABAcQAiQgwFwAiBIABA
AAAEAQAAREIFAgAAAAgAAAAAAAAAAAgAAAIIgG4BAQEAIAAYADAQQQAAYM5QAMIxAAEAAABAAMgAgAQAAAQBAAABAAAAAAAAAGABAEAB
QAIAEQAAIAAAAAAAAAAAAAgAAAAAAAAAgAAAEENIABCCBBABAQAAABABAAAAAAAAAAAAAAAQJIAQBAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAEAIAABAAAAABAAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAKIACAIIAAAAAA
AYAAAICAQAAAGBhABkEAAAAAAEAIAAEAAAgAAAEABAAAABAgAAIAAAAAAAAAAAAAAAA=
`
export const wholeSyllables = `
EwEnMgAAAAAAAAAAAAARAQsQAAABEwEwEAAAABMBKBABAAIAAAAQAAAAAQAAMBEAAhAAAAAAAAABAAAQAQAAEwEDAAAAABEBARAQAAAB
AAAAAAAAAAAAEAAAAAEAABAAAAAAAAAAAAAIAAAAAAAAAAAAAAAAAAABAAEAAAAAAAAAAAAAAAAAABAQECAAAAAQABAAEQETEBEAAQEA
IAAAAAABAQEQAIAAEwAhAAAAABEBIAwAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAQAAAAEQEgAAAAABMAITAZsAIBAAgAAAAAAAAA
MAEQAAEBAAAAAAAAAAAwEQACAAAAEAAAAREBAwAAAAABAQAAAAAAAAAAEAAAAAAAADARgAIAAAAQAAACAQAAEAAAAAAAAAAAAAARAAAA
AAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAIAAAAAAAAADABMAITAAsgAAACAAAAMBEwgBMACDAR
MAMBAAAwEaAAAAAAAAAAAAEAABAAAAABAAMAAAAAAAAAAAAAAAEBABAREAAAAAAwEbACUwFoMAEAAAAAAAAAAAATAQAQAQAAEQCgAAAA
ABMBCQAAAAAAAAAAAAAAAAAAEBEAAAAAAAAAAAAAAAAQAAAAAQAAAAAAABEBoHAZEAIDAAAAAAAAAAAAEBEwABEBACARAAIAAAAwEQAC
AQAQAAAAAAAAAAAAAAATAQACAAAAAAAAAAAAAAEAABAQAAAAAAAQEQAKAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAEQAAAAAAAAAAADAREAIDACAAACAAAAAAMBEgAhEBABARAAEAAAAwEQACAAAAEAAAAAAA
ABAAAAATAQEAAAAAAAAAEAAgAAEAABARsAIAAAAwETBCAQAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAEQABAAAAABMAADAVMEMTAQAwAAACAAAAMBHwAREBADAREAMBAAAwESAAEQAwEAAAAAEAADAAAAITAQkQ
EQABAQACEAEAABMBIBAREAIBAAAwMTABEwEjEAAAAgAAAAAAAAATASMwAQAAAQAQAAAAABMAIRgAAAAAAAAQAAAAAQAAMBEAAgEAAAAA
AAAAAAAAAAAAEQEhAAAAABMBKzAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAwAAAAUwFhMAAAAAAAAAAAAAATASkQAAAAAQAQAAAAABMAIAAAAAAAAAAQAAAAAAAAMBEQAgEAAAAAAAABAAAAAAAA
AwAgAAAAABMBIRAQAAABAAAAAAAAAAAAEBEwAAEACBAAAAAAAAAQEQACAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAEAABAREAAA
AAAQEQACEwEgMAAAAAAAAAAAAAARAQAwERAAAAAAAAAAABMAIAAAAAAAAAAQAAAAAAAAEAAAAAAAAAAAAAABAAAQAAAAEwEAAAAAABMA
IRARAAATAAAAAAAAAAAAEAAAAAEAABABAAIBAAAwERAAAAAAAAAAAAAAABAAAAABASEAAAAAAAAAAAAAAAEAABARAAAAAAAwEYACEwEj
EAAAAwAAIAAAAAARAAEQAAAAEwEiEAAAABMBITARAAIAAAAwAAAAAQAAEAEAAAAAAAAAAAABAAAQAAAAAAAiEAAAABEAAQA=
`
