//! The SDK against requests written by hand.

use spark::{call, Calibration, Error, Function, Request, Result, Score};

/// A length-delimited field.
fn field(number: u8, data: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2, data.len() as u8];
    out.extend_from_slice(data);
    out
}

fn numbers(list: &[f64]) -> Vec<u8> {
    list.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn offsets(list: &[u32]) -> Vec<u8> {
    list.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// A request with two rows of items and these columns.
fn request(contract: u8, columns: &[Vec<u8>]) -> Vec<u8> {
    let mut table = field(1, b"items");
    table.extend_from_slice(&[2 << 3, 2]);
    for c in columns {
        table.extend(field(3, c));
    }
    let mut out = vec![1 << 3, contract];
    out.extend(field(3, &table));
    out
}

fn column(name: &str, kind: u8, rest: &[Vec<u8>]) -> Vec<u8> {
    let mut out = field(1, name.as_bytes());
    out.extend_from_slice(&[2 << 3, kind]);
    out.extend(rest.concat());
    out
}

fn refused(bytes: &[u8]) -> String {
    match Request::decode(bytes) {
        Ok(_) => "".to_string(),
        Err(Error(text)) => text,
    }
}

#[test]
fn an_unknown_number_is_none_and_a_known_zero_is_zero() {
    let bytes = request(1, &[column("year", 1, &[field(3, &[0b01]), field(4, &numbers(&[0.0, 0.0]))])]);
    let r = Request::decode(&bytes).unwrap();
    let year = r.table("items").unwrap().column("year").unwrap();
    assert_eq!((year.number(0), year.number(1), year.number(2)), (Some(0.0), None, None));
}

#[test]
fn rows_of_tokens_and_text_are_views() {
    let tokens = column("token_set", 2, &[field(5, &offsets(&[0, 2, 2])), field(6, &offsets(&[7, u32::MAX]))]);
    let text = column("venue", 3, &[field(3, &[0b10]), field(5, &offsets(&[0, 0, 5])), field(7, "n\u{e4}he".as_bytes())]);
    let bytes = request(1, &[tokens, text]);
    let r = Request::decode(&bytes).unwrap();
    let t = r.table("items").unwrap();
    assert_eq!(t.column("token_set").unwrap().tokens(0).collect::<Vec<_>>(), [7, u32::MAX]);
    assert_eq!(t.column("token_set").unwrap().tokens(1).len(), 0);
    assert_eq!((t.column("venue").unwrap().text(0), t.column("venue").unwrap().text(1)), (None, Some("n\u{e4}he")));
}

#[test]
fn packed_numbers_may_come_in_pieces() {
    let single = [vec![4 << 3 | 1], numbers(&[3.0])].concat();
    let bytes = request(1, &[column("year", 1, &[field(4, &numbers(&[2.0])), single])]);
    let r = Request::decode(&bytes).unwrap();
    assert_eq!(r.table("items").unwrap().column("year").unwrap().number(1), Some(3.0));
}

#[test]
fn unknown_fields_are_skipped() {
    let mut bytes = request(1, &[]);
    bytes.extend(field(15, b"later"));
    assert_eq!(Request::decode(&bytes).unwrap().table("items").unwrap().rows(), 2);
}

#[test]
fn another_contract_is_named_even_if_its_fields_mean_something_else() {
    assert!(refused(&request(2, &[])).contains("contract 2, this plugin speaks contract 1"));
    assert!(refused(&[1 << 3, 2, 3 << 3, 0]).contains("contract 2"));
}

#[test]
fn every_cut_of_a_request_is_an_error_or_a_request_and_never_a_panic() {
    let bytes = request(1, &[column("token_set", 2, &[field(5, &offsets(&[0, 1, 2])), field(6, &offsets(&[7, 8]))])]);
    assert_eq!(refused(&bytes), "");
    for n in 2..bytes.len() {
        let text = refused(&bytes[..n]);
        assert_eq!(text.is_empty(), n == 2, "{} bytes: {}", n, text);
    }
}

#[test]
fn shapes_that_lie_are_refused() {
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("too few numbers", column("c", 1, &[field(4, &numbers(&[1.0]))]), "has not one number per row"),
        ("not finite", column("c", 1, &[field(4, &numbers(&[f64::NAN, 1.0]))]), "not finite"),
        ("descending offsets", column("c", 2, &[field(5, &offsets(&[0, 2, 1])), field(6, &offsets(&[1, 2]))]), "offsets descend"),
        ("offsets beyond", column("c", 2, &[field(5, &offsets(&[0, 1, 9])), field(6, &offsets(&[1, 2]))]), "last offset"),
        ("a long mask", column("c", 1, &[field(3, &[1, 0]), field(4, &numbers(&[0.0, 0.0]))]), "presence mask"),
    ];
    for (name, c, want) in cases {
        assert!(refused(&request(1, &[c])).contains(want), "{}", name);
    }
}

#[test]
fn an_error_of_the_plugin_is_its_answer() {
    fn score(_: &Request) -> Result<Score> {
        Err("too dark".into())
    }
    assert_eq!(call(Function::Score(score), &request(1, &[])), field(1, b"too dark"));
}

#[test]
fn a_calibration_is_field_four() {
    fn calibrate(_: &Request) -> Result<Calibration> {
        Ok(Calibration::new(0.5))
    }
    let half = numbers(&[0.5]);
    let result = [vec![1 << 3 | 1], half.clone(), vec![3 << 3 | 1], half].concat();
    assert_eq!(call(Function::Calibrate(calibrate), &request(1, &[])), field(4, &result));
}
